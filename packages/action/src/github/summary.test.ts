import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { MAX_SUMMARY_BYTES, writeSummary } from "./step.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "summary-"));
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true }));

describe("writeSummary", () => {
  it("counts what the step has written before", async () => {
    const file = path.join(folder, "summary.md");
    writeFileSync(file, "x".repeat(MAX_SUMMARY_BYTES - 10));
    vi.stubEnv("GITHUB_STEP_SUMMARY", file);
    await writeSummary((limit) => "y".repeat(limit));
    expect(statSync(file).size).toBe(MAX_SUMMARY_BYTES);
    expect(readFileSync(file, "utf8").slice(-11)).toBe(`x${"y".repeat(10)}`);
  });

  it("writes nothing where there is no runner", async () => {
    vi.stubEnv("GITHUB_STEP_SUMMARY", "");
    await writeSummary(() => "x");
  });
});
