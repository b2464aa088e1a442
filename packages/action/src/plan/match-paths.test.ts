import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findFiles } from "../validate/find-files.ts";
import { matchFiles } from "../workspace/find-files.ts";
import { checkFound, matchPaths } from "./match-paths.ts";

function committed(paths: readonly string[]) {
  return paths.map((file) => ({ path: file, id: "0".repeat(40), isFile: true }));
}

function inFolder(paths: readonly string[], work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "match-"));
  for (const file of paths) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), "{}");
  }
  return work(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
}

const paths = [
  "a.pa.json",
  "a.json",
  ".a.pa.json",
  "b/a.pa.json",
  "b/c/a.quant.json",
  "b/c/[x].pa.json",
  "b/.c/a.pa.json",
  "b/{y}.json",
  "node_modules/p/a.pa.json",
  "b/node_modules/a.pa.json",
  "risk/one.json",
  "risk/deep/two.json",
  "!bang.pa.json",
  "with space.fi.json",
  "ü.spar.json",
];
const folderNames = ["b", "c", "*", "**", "?", "{b,risk}", "[a-b]*", "risk", ".c", ".*"];
const fileNames = ["a.pa.json", "*", "**", "*.json", "*.pa.json", "{a,b}.json", "[a-b]*", ".*", "with space.*"];
const pattern = fc
  .tuple(fc.boolean(), fc.array(fc.constantFrom(...folderNames), { maxLength: 3 }), fc.constantFrom(...fileNames))
  .map(([not, folders, file]) => (not ? "!" : "") + [...folders, file].join("/"));

describe("matching the paths of a commit", () => {
  it("finds what the same globs find in the files that are checked out", async () => {
    await inFolder(paths, async (folder) => {
      await fc.assert(
        fc.asyncProperty(pattern, fc.array(pattern, { maxLength: 3 }), async (first, rest) => {
          const files = [first.replace(/^!/, ""), ...rest];
          const wanted = await matchFiles(files, folder, []).catch(() => undefined);
          // A file that is named and not there: told by whoever reads the files.
          if (wanted === undefined) return;
          const found = matchPaths(committed(paths), { files, families: {} }).map((file) => file.path);
          expect(found, files.join(" ")).toEqual(wanted);
        }),
        // What begins with a dot, in a folder of which all is excluded.
        {
          numRuns: 400,
          examples: [
            ["b/.c/a.pa.json", ["!b/**"]],
            ["b/.*/a.pa.json", ["!b/**/**"]],
          ],
        },
      );
    });
  });

  it("finds without globs what validate finds", async () => {
    const families = { "risk/**/*.json": "spar" } as const;
    await inFolder(paths, async (folder) => {
      for (const files of [[], ["!b/**"]]) {
        const inputs = { files, families, workspace: folder, workingDirectory: folder };
        const wanted = await findFiles({
          ...inputs,
          failOn: "error",
          hintAbsoluteDates: false,
          unknownProperties: "error",
          sarifFile: undefined,
          connection: undefined,
        });
        expect(wanted.length).toBeGreaterThan(4);
        expect(matchPaths(committed(paths), { files, families }).map((file) => file.path)).toEqual(wanted);
      }
    });
  });

  it("refuses globs that match nothing", () => {
    const named = { files: ["prameters/**"], families: {} };
    expect(() => checkFound(matchPaths(committed(paths), named), named, "commit c")).toThrow(
      "No files of commit c match the input files: prameters/**",
    );
    const all = { files: [], families: {} };
    expect(() => checkFound(matchPaths(committed(["a.json"]), all), all, "commit c")).toThrow(
      "There are no parameter files in commit c: their names end in .FAMILY.json",
    );
  });
});
