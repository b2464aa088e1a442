import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { forgetBuild, isBuilt, recordBuild } from "./last-build.ts";

let folder: string;

function write(file: string, text: string): void {
  mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

const git = (...args: string[]) => execFileSync("git", args, { cwd: folder });

describe("the last build", () => {
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "last-build-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    git("init", "--quiet");
    write(".gitignore", "dist/\nnode_modules/\n");
    write("packages/core/src/index.ts", "export const one = 1;");
    write("packages/core/src/index.test.ts", "");
    write("packages/core/dist/index.js", "const one = 1;");
    write("packages/core/dist/tests.vsix", "of an earlier test");
    write("packages/core/dist/test/bundle.js", "of an earlier test");
    git("add", ".");
    write("packages/core/src/new.ts", "not yet added");
    recordBuild(folder);
  });

  it("is valid until a file changes", () => {
    expect(isBuilt(folder)).toBe(true);
  });

  it.each([
    ["a source changes", () => write("packages/core/src/index.ts", "export const one = 2;")],
    ["a source that Git does not know changes", () => write("packages/core/src/new.ts", "changed")],
    ["a source is new", () => write("docs/page.md", "")],
    ["a source is gone", () => rmSync(path.join(folder, "packages/core/src/index.ts"))],
    ["an output changes", () => write("packages/core/dist/index.js", "const one = 2;")],
    ["an output is gone", () => rmSync(path.join(folder, "packages/core/dist"), { recursive: true })],
    ["the next build begins", () => forgetBuild(folder)],
    ["there is no Git", () => rmSync(path.join(folder, ".git"), { recursive: true })],
  ])("is no longer valid when %s", (_, change) => {
    change();
    expect(isBuilt(folder)).toBe(false);
  });

  it.each([
    ["a test changes", () => write("packages/core/src/index.test.ts", "changed")],
    ["a test writes a file beside the outputs", () => write("packages/core/dist/tests.vsix", "")],
    ["a test writes another file", () => write("packages/core/dist/test/bundle.js", "")],
  ])("stays valid when %s", (_, change) => {
    change();
    expect(isBuilt(folder)).toBe(true);
  });
});
