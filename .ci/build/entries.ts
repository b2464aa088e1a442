import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../steps.ts";

/** A module that users and other packages may import. */
export interface PublicEntry {
  /** What an import names, such as `@analytics-engines/core`. */
  readonly name: string;
  /** Its file, as a path from the root. `*` stands for any name. */
  readonly file: string;
}

/** The modules that the manifest of a package exports: their sources, where they have one. */
export function publicEntries(folder: string, workspace = root): readonly PublicEntry[] {
  const text = readFileSync(path.join(workspace, "packages", folder, "package.json"), "utf8");
  const { name, exports = {} }: Manifest = JSON.parse(text);
  return Object.entries(exports).flatMap(([entry, target]) => {
    const file = typeof target === "string" ? target : target.source;
    if (file === undefined) return [];
    return [{ name: path.posix.join(name ?? folder, entry), file: path.posix.join("packages", folder, file) }];
  });
}

interface Manifest {
  readonly name?: string;
  readonly exports?: Readonly<Record<string, string | { readonly source?: string }>>;
}
