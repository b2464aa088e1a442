import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { bundleForDevelopment, ensureBuilt, loadedAtActivation, loadedWithFirstFile } from "../bundle.ts";
import { toolId, toolNames } from "../src/agents/tool-names.ts";

interface Start {
  readonly touched: readonly string[];
  readonly files: readonly string[];
  readonly tools: readonly string[];
  readonly toolsOnceTrusted: readonly string[];
  readonly loadMs: number;
  readonly activateMs: number;
}

function startExtension(...args: readonly string[]): Start {
  const child = path.join(import.meta.dirname, "support", "start-child.ts");
  return JSON.parse(execFileSync(process.execPath, [child, ...args], { encoding: "utf8" }));
}

describe("a start of the extension", () => {
  let start: Start;
  beforeAll(async () => {
    await ensureBuilt();
    start = startExtension();
  });

  it("reads no network, no secret and no file", () => {
    expect(start.touched).toEqual([]);
  });

  it("registers the tools for language models, in an untrusted folder once the user trusts it", () => {
    const all = toolNames.map(toolId);
    expect(start.tools).toEqual(all);
    const untrusted = startExtension("--untrusted");
    expect([untrusted.tools, untrusted.toolsOnceTrusted]).toEqual([[], all]);
  });

  it("loads less than 150 kB, and no chunk afterwards", () => {
    const { files, bytes } = loadedAtActivation();
    expect(bytes).toBeLessThan(150_000);
    expect(start.files.toSorted()).toEqual(files.map((file) => path.basename(file)).toSorted());
  });

  // With 240 kB less, its load takes 33 ms of processor time in place of 65. A file that only exports again counts with all that it exports.
  it("loads less than 260 kB for the first parameter file: neither the client nor results", () => {
    expect(loadedWithFirstFile().bytes).toBeLessThan(260_000);
  });
});

describe("the bundle for a debugger", () => {
  it("maps to the TypeScript of all packages", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "development-"));
    try {
      await bundleForDevelopment(folder);
      const { sources }: { sources: readonly string[] } = JSON.parse(
        readFileSync(path.join(folder, "start.cjs.map"), "utf8"),
      );
      const files = sources.map((source) =>
        path.relative(path.resolve(import.meta.dirname, "../.."), path.resolve(folder, source)),
      );
      for (const name of ["core", "runs", "simulator", "vscode"])
        expect(files.filter((file) => file.startsWith(path.join(name, "src"))).length, name).toBeGreaterThan(10);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
