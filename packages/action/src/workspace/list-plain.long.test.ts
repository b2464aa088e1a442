import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sampleSize } from "../../../core/test/sample.ts";
import { listPlain } from "./list-plain.ts";

const exclude = ["**/node_modules/**", "**/.git/**", "a/run/**"];
const names = ["a", "b", "run", ".hidden", "node_modules", "one.pa.json", "two.json", ".dot.json", "a b.json", "x"];
const trees = fc.array(fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 4 }), { maxLength: 12 });
const part = fc.constantFrom(...names, "*", "**", "*.json", "*.pa.json", ".*", "a*", "*n*", "o*e.*", "..*", ".");
const patterns = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "plain-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(root: string, file: readonly string[]): void {
  const target = path.join(root, ...file);
  try {
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, "", { flag: "wx" });
  } catch {
    // The name is taken by a folder, or a file stands where a folder is asked for.
  }
}

async function byGlob(pattern: string, root: string, excluded: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const match of glob(pattern, { cwd: root, exclude: [...excluded], withFileTypes: true }))
    if (!match.isDirectory()) found.push(path.relative(root, path.join(match.parentPath, match.name)));
  return found.sort();
}

describe.runIf(process.platform === "linux")("listPlain", () => {
  it("lists what Node's glob lists, or leaves it to it", async () => {
    await fc.assert(
      fc.asyncProperty(trees, patterns, fc.boolean(), async (files, pattern, excluding) => {
        const root = mkdtempSync(path.join(folder, "tree-"));
        for (const file of files) write(root, file);
        const excluded = excluding ? exclude : [];
        const listed = listPlain(pattern, root, excluded);
        if (listed !== undefined) expect(listed.sort()).toEqual(await byGlob(pattern, root, excluded));
        rmSync(root, { recursive: true });
      }),
      // `**` goes on into a hidden folder that the part behind it names.
      { numRuns: sampleSize(150), examples: [[[[".dot.json", ".dot.json"]], "**/.*", false]] },
    );
  });

  it("answers the patterns of the documents itself", () => {
    write(folder, ["parameters", "daily", "one.pa.json"]);
    write(folder, ["analytics-run", "left.pa.json"]);
    for (const pattern of ["parameters/**/*.json", "parameters/daily/one.pa.json", "*/*/*.pa.json", "**/*.pa.json"])
      expect(listPlain(pattern, folder, [...exclude, "analytics-run/**"])).toEqual(["parameters/daily/one.pa.json"]);
  });

  it.each(["a/[ab].json", "{a,b}.json", "a/../b.json", "/a/*.json", "a/**", "a?.json", "+(a).json", "a/", "!a", "**a"])(
    "leaves %s to Node",
    (pattern) => {
      expect(listPlain(pattern, folder, exclude)).toBeUndefined();
    },
  );

  it("leaves it to Node where other things are excluded than whole folders", () => {
    for (const glob of ["**/two.*", "a/*", "**/.*/*", "a/**/b/**", "[a]/**"])
      expect(listPlain("*.json", folder, [glob])).toBeUndefined();
  });

  it("leaves links to folders to Node, and takes those to files", () => {
    write(folder, ["a", "one.json"]);
    symlinkSync(path.join(folder, "a/one.json"), path.join(folder, "link.json"));
    expect(listPlain("**/*.json", folder, exclude)?.sort()).toEqual(["a/one.json", "link.json"]);
    symlinkSync(path.join(folder, "a"), path.join(folder, "b"));
    expect(listPlain("**/*.json", folder, exclude)).toBeUndefined();
    expect(listPlain("a/*.json", folder, exclude)).toEqual(["a/one.json"]);
  });
});
