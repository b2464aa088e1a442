/**
 * The same text for all spellings of a path: `Client:/Foo/Bar`, `CLIENT:Foo/Bar` and `client:foo/bar/`.
 * `undefined` for a text without a root (`Client:`).
 */
export function pathKey(path: string): string | undefined {
  const colon = path.indexOf(":");
  if (colon < 1) return undefined;
  return `${path.slice(0, colon).trim()}:${namesIn(path).join("/")}`.toLowerCase();
}

/** The names after the root. */
function namesIn(path: string): string[] {
  return path
    .slice(path.indexOf(":") + 1)
    .split("/")
    .filter((name) => name !== "");
}

export type PathTree = ReturnType<typeof createPathTree>;

/** A tree of directories from the paths of its files. The roots exist even when they are empty. */
export function createPathTree(roots: readonly string[], paths: readonly string[]) {
  const files = new Map<string, string>();
  const directories = new Map<string, { files: string[]; directories: Set<string> }>();
  const directory = (key: string) => {
    const known = directories.get(key) ?? { files: [], directories: new Set<string>() };
    directories.set(key, known);
    return known;
  };
  for (const root of roots) directory(`${root.toLowerCase()}:`);
  for (const path of paths) {
    const names = namesIn(path);
    const file = names.pop() ?? "";
    let key = path.slice(0, path.indexOf(":") + 1).toLowerCase();
    for (const name of names) {
      directory(key).directories.add(name);
      key += `${key.endsWith(":") ? "" : "/"}${name.toLowerCase()}`;
    }
    directory(key).files.push(file);
    files.set(`${key}${key.endsWith(":") ? "" : "/"}${file.toLowerCase()}`, path);
  }
  return {
    /** The names of the files and directories directly within a directory; `undefined` where there is no such directory. */
    list(path: string) {
      const found = directories.get(pathKey(path) ?? "");
      if (found === undefined) return undefined;
      return { files: [...found.files].sort(), directories: [...found.directories].sort() };
    },
    /** The file in the spelling of the catalogue, by a path in any letter case and with any slashes. */
    find: (path: string) => files.get(pathKey(path) ?? ""),
  };
}
