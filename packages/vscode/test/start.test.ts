import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt, loadedAtActivation } from "../bundle.ts";
import { packageExtension } from "../package-vsix.ts";

interface Start {
  readonly touched: readonly string[];
  readonly files: readonly string[];
  readonly loadMs: number;
  readonly activateMs: number;
}

describe("a start of the extension", () => {
  let start: Start;
  beforeAll(async () => {
    await ensureBuilt();
    const child = path.join(import.meta.dirname, "support", "start-child.ts");
    start = JSON.parse(execFileSync(process.execPath, [child], { encoding: "utf8" }));
  });

  it("touches no network, no secret and no file", () => {
    expect(start.touched).toEqual([]);
  });

  it("loads less than 150 kB, and nothing later than at once", () => {
    const { files, bytes } = loadedAtActivation();
    expect(bytes).toBeLessThan(150_000);
    expect(start.files.toSorted()).toEqual(files.map((file) => path.basename(file)).toSorted());
  });
});

describe("the package", () => {
  it("is smaller than 2.5 MB", async () => {
    expect(statSync(await packageExtension()).size).toBeLessThan(2_500_000);
  });
});
