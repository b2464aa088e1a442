import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Files whose names and places are easy to get wrong. Action, command and editor must find the same parameter files among them. */
export const awkwardTree: readonly string[] = [
  "a.pa.json",
  "a.json",
  "a.pa.txt",
  ".a.pa.json",
  "package.json",
  "b/1.pa.json",
  "b/c/a.quant.json",
  "b/c/[x] n&me!.pa.json",
  "b/.c/a.pa.json",
  "b/{y}.json",
  "b/node_modules/p/a.pa.json",
  "node_modules/p/a.pa.json",
  "deep/er/b.QUANT.json",
  "deep/.git/c.pa.json",
  "old-run/manifest.json",
  "old-run/journal.jsonl",
  "old-run/x/left.pa.json",
  "risk/one.json",
  "risk/deep/two.json",
  "with space.fi.json",
  "ü.spar.json",
];

/** A family by glob, and the files that are found with it where nothing else is named. */
export const awkwardFamilies = { "risk/**/*.json": "spar" } as const;
export const awkwardFound: readonly string[] = [
  "a.pa.json",
  "b/1.pa.json",
  "b/c/[x] n&me!.pa.json",
  "b/c/a.quant.json",
  "deep/er/b.QUANT.json",
  "risk/deep/two.json",
  "risk/one.json",
  "with space.fi.json",
  "ü.spar.json",
];

export function writeAwkwardTree(folder: string): void {
  for (const file of awkwardTree) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), "{}");
  }
}
