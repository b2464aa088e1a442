import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { readParameterFile } from "../../packages/core/src/parameters/index.ts";
import { root } from "../steps.ts";
import { codeBlocks, commentExamples, readDocuments } from "./documents.ts";

const documents = readDocuments();
const blocksIn = (language: string) => documents.flatMap((document) => codeBlocks(document, language));

describe("the examples of the documents", () => {
  it("are JSON where they say so, and each parameter file among them can be sent", () => {
    const blocks = blocksIn("json");
    expect(blocks.length).toBeGreaterThan(0);
    for (const { file, line, code } of blocks) {
      const value: unknown = JSON.parse(code);
      // An example with an envelope is a whole parameter file. The others are parts of other things.
      if (typeof value !== "object" || value === null || !("data" in value)) continue;
      const errors = readParameterFile(code).issues.filter(({ severity }) => severity === "error");
      expect(errors, `${file}:${line}`).toEqual([]);
    }
  });

  it("have the words of PowerShell beside them where bash has others", () => {
    const isOfBash = (code: string) => /^\s*export [A-Z_]+=|\\$/m.test(code);
    const wordless = documents.filter(
      (document) =>
        ["sh", "bash"].flatMap((language) => codeBlocks(document, language)).some(({ code }) => isOfBash(code)) &&
        !/PowerShell.*\(.*install\.md#powershell\)/.test(document.text),
    );
    expect(wordless.map(({ file }) => file)).toEqual([]);
  });

  // The tests of the actions check workflows and inputs by GitHub's own rules.
  it("are YAML where they say so", () => {
    const blocks = blocksIn("yaml");
    expect(blocks.length).toBeGreaterThan(5);
    for (const { file, line, code } of blocks) {
      const problems = parseAllDocuments(code).flatMap(({ errors, warnings }) => [...errors, ...warnings]);
      expect(problems, `${file}:${line}`).toEqual([]);
    }
  });

  it("compile where they are TypeScript, strictly, against the public entries of the packages", () => {
    const blocks = [...blocksIn("ts"), ...commentExamples()];
    expect(blocks.length).toBeGreaterThan(5);
    // A folder below the root finds the installed packages, and ours as a user has them.
    const folder = mkdtempSync(path.join(root, "node_modules", ".examples-"));
    try {
      const scope = path.join(folder, "node_modules/@analytics-engines");
      mkdirSync(scope, { recursive: true });
      for (const name of readdirSync(path.join(root, "packages"))) {
        symlinkSync(path.join(root, "packages", name), path.join(scope, name));
      }
      const names = blocks.map(({ file, line, code }) => {
        const name = `${file.replaceAll("/", "-")}-${line}.ts`;
        writeFileSync(path.join(folder, name), `${code}\nexport {};\n`);
        return name;
      });
      writeFileSync(
        path.join(folder, "tsconfig.json"),
        JSON.stringify({
          extends: "../../tsconfig.base.json",
          compilerOptions: { noUnusedLocals: false, typeRoots: [path.join(root, "node_modules/@types")] },
          files: names,
        }),
      );
      const { stdout } = spawnSync(path.join(root, "node_modules/.bin/tsc"), ["-p", folder], { encoding: "utf8" });
      expect(stdout).toBe("");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
