// The files that the build writes and the repository contains, because users read them without a build.
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

interface Generator {
  readonly script: string;
  readonly writes: string;
  /** What it writes besides. */
  readonly alsoWrites?: string;
}

/** The scripts that write them, in the order of the build, each with its file or folder. */
export const generators: readonly [Generator, ...Generator[]] = [
  {
    script: ".ci/generate/write-shapes.ts",
    writes: "packages/core/src/parameters/shapes",
  },
  {
    script: ".ci/generate/write-schemas.ts",
    writes: "packages/core/schemas",
    alsoWrites: ".ci/generate/schemastore.json",
  },
  { script: ".ci/generate/write-family-lists.ts", writes: "packages/vscode/package.json" },
  { script: "packages/runs/test/faults/write-page.ts", writes: "docs/reliability.md" },
  { script: ".ci/docs/reference/write.ts", writes: "docs/reference" },
];

/** All files and folders that the build writes, without `dist/`. The build of the extension writes its texts. */
export const generated: readonly string[] = [
  ...new Set(generators.flatMap(({ writes, alsoWrites = [] }) => [writes].concat(alsoWrites))),
  "packages/vscode/l10n/bundle.l10n.json",
];

export type Digests = ReadonlyMap<string, string>;

/** The digest of each of these files, and of each file in these folders, by its path from `root`. */
export function digestFiles(root: string, places: readonly string[] = generated): Digests {
  const files = places.flatMap((place) =>
    statSync(path.join(root, place), { throwIfNoEntry: false })?.isDirectory() === true
      ? globSync(`${place}/**`, { cwd: root }).sort()
      : [place],
  );
  return new Map(
    files
      .filter((file) => existsSync(path.join(root, file)) && statSync(path.join(root, file)).isFile())
      .map((file) => [
        file,
        createHash("sha256")
          .update(readFileSync(path.join(root, file)))
          .digest("hex"),
      ]),
  );
}

/** The files that differ: changed, new or missing. */
export function differing(before: Digests, after: Digests): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((file) => before.get(file) !== after.get(file))
    .sort();
}
