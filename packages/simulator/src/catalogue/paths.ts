/**
 * The same text for all spellings of a path: `Client:/Foo/Bar`, `CLIENT:Foo/Bar` and `client:foo/bar/`.
 * `undefined` for a text without a root (`Client:`).
 */
export function pathKey(path: string): string | undefined {
  const [root, ...names] = partsOf(path);
  return root === undefined ? undefined : `${root}:${names.join("/")}`.toLowerCase();
}

/** The root and the names after it; nothing for a text without a root. */
function partsOf(path: string): string[] {
  const colon = path.indexOf(":");
  if (colon < 1) return [];
  const names = path.slice(colon + 1).split("/");
  return [path.slice(0, colon).trim(), ...names.filter((name) => name !== "")];
}

/** The roots of every tree. They exist even when they are empty. */
const rootNames = ["Client", "Personal", "Demo"];

export type PathTree = Pick<ReturnType<typeof createPathTree>, "list">;

/** A tree of directories from the paths of its files. */
export function createPathTree<File extends { readonly path: string }>(files: readonly File[]) {
  const byKey = new Map(files.map((file) => [pathKey(file.path), file]));
  const directories = new Map<string | undefined, { files: string[]; directories: Set<string> }>();
  const directory = (path: string) => {
    const key = pathKey(path);
    const entry = directories.get(key) ?? { files: [], directories: new Set() };
    directories.set(key, entry);
    return entry;
  };
  for (const root of rootNames) directory(`${root}:`);
  for (const { path } of files) {
    const [root, ...names] = partsOf(path);
    const name = names.pop() ?? "";
    for (const [depth, child] of names.entries())
      directory(`${root}:${names.slice(0, depth).join("/")}`).directories.add(child);
    directory(`${root}:${names.join("/")}`).files.push(name);
  }
  return {
    files,
    /** The names of the files and directories directly within a directory; `undefined` where there is no such directory. */
    list(path: string) {
      const entry = directories.get(pathKey(path) ?? "");
      return entry && { files: [...entry.files].sort(), directories: [...entry.directories].sort() };
    },
    /** The file of a path in any letter case and with any slashes. */
    find: (path: string) => byKey.get(pathKey(path) ?? ""),
  };
}
