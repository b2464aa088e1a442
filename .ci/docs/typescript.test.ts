import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { root } from "../steps.ts";
import { codeBlocks, readDocuments } from "./documents.ts";

it("every TypeScript example of the documents compiles, strictly", () => {
  const blocks = readDocuments().flatMap((document) => codeBlocks(document, "ts"));
  expect(blocks.length).toBeGreaterThan(5);
  // Below the root, so that what is installed there is found; our packages as a user has them.
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
