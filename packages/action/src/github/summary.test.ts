import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { firstFitting, MAX_SUMMARY_BYTES, rowsWithin, writeSummary } from "./summary.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "summary-"));
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true }));

describe("firstFitting", () => {
  it("takes the fullest text that fits, in bytes", () => {
    expect(firstFitting([() => "éééé", () => "ab"], 8)).toBe("éééé");
    expect(firstFitting([() => "éééé", () => "ab"], 7)).toBe("ab");
  });

  it("never gives more than the limit", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" }), { minLength: 1 }), fc.nat(60), (texts, limit) => {
        expect(
          Buffer.byteLength(
            firstFitting(
              texts.map((text) => () => text),
              limit,
            ),
          ),
        ).toBeLessThanOrEqual(limit);
      }),
    );
  });
});

describe("rowsWithin", () => {
  it("gives as many rows as fit", () => {
    expect(rowsWithin(["aa", "bb", "cc"], 6)).toEqual(["aa", "bb"]);
    expect(rowsWithin(["aa", "bb"], 6)).toEqual(["aa", "bb"]);
    expect(rowsWithin(["aa"], 1)).toEqual([]);
  });
});

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
