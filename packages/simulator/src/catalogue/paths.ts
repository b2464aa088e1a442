/** The files and the directories directly within a directory, names alone. */
interface Listing {
  readonly files: readonly string[];
  readonly directories: readonly string[];
}

export interface Tree {
  /** What a directory holds; `undefined` where there is no such directory. */
  list(path: string): Listing | undefined;
  /** The file as the catalogue spells it, whatever the letter case and slashes asked with. */
  find(path: string): string | undefined;
}

/**
 * What two spellings of one path have in common: `Client:/Foo/Bar`, `CLIENT:Foo/Bar` and `client:foo/bar/` are the same.
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

/** Directories made from the paths of the files in them. The roots exist even where they hold nothing. */
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
