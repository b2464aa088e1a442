/** The files and the directories directly within a directory, names alone. */
interface Listing {
  readonly files: readonly string[];
  readonly directories: readonly string[];
}

export interface Tree {
  /** What a directory holds; `undefined` where there is no such directory. */
  list(path: string): Listing | undefined;
  /** The file in the spelling of the catalogue, by a path in any letter case and with any slashes. */
  find(path: string): string | undefined;
}

/**
 * The same text for all spellings of a path: `Client:/Foo/Bar`, `CLIENT:Foo/Bar` and `client:foo/bar/`.
 * `undefined` for a text without a root (`Client:`).
 */
export function pathKey(path: string): string | undefined {
  const colon = path.indexOf(":");
  if (colon < 1) return undefined;
  const names = path
    .slice(colon + 1)
    .split("/")
    .filter((name) => name !== "");
  return `${path.slice(0, colon).trim()}:${names.join("/")}`.toLowerCase();
}

/** A tree of directories from the paths of its files. The roots exist even when they are empty. */
export function createTree(roots: readonly string[], paths: readonly string[]): Tree {
  const files = new Map<string, string>();
  const directories = new Map<string, { files: string[]; directories: Set<string> }>();
  const directory = (key: string) => {
    const known = directories.get(key) ?? { files: [], directories: new Set<string>() };
    directories.set(key, known);
    return known;
  };
  for (const root of roots) directory(`${root.toLowerCase()}:`);
  for (const path of paths) {
    const colon = path.indexOf(":");
    const names = path
      .slice(colon + 1)
      .split("/")
      .filter((name) => name !== "");
    const file = names.pop() ?? "";
    let key = path.slice(0, colon + 1).toLowerCase();
    for (const name of names) {
      directory(key).directories.add(name);
      key += `${key.endsWith(":") ? "" : "/"}${name.toLowerCase()}`;
    }
    directory(key).files.push(file);
    files.set(`${key}${key.endsWith(":") ? "" : "/"}${file.toLowerCase()}`, path);
  }
  return {
    list(path) {
      const found = directories.get(pathKey(path) ?? "");
      if (found === undefined) return undefined;
      return { files: [...found.files].sort(), directories: [...found.directories].sort() };
    },
    find: (path) => files.get(pathKey(path) ?? ""),
  };
}
