import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { readCommandFile } from "../../test/support/runner/command-file.ts";
import { createOutputs, jsonOutput } from "./step.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "outputs-"));
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true }));

describe("outputs", () => {
  it("reach the runner whatever they contain, and the last value counts", () => {
    const file = path.join(folder, "output");
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string({ unit: "grapheme-ascii" }),
            fc.constantFrom("end-of-value", "x\nend-of-value\ny", "a<<b\nc\nb"),
          ),
        ),
        (values) => {
          writeFileSync(file, "");
          vi.stubEnv("GITHUB_OUTPUT", file);
          const outputs = createOutputs();
          for (const value of values) outputs.set({ a: value, b: `x\n${value}` });
          expect(readCommandFile(readFileSync(file, "utf8"))).toEqual(
            values.length === 0 ? {} : { a: values.at(-1), b: `x\n${values.at(-1)}` },
          );
        },
      ),
      { numRuns: 30 },
    );
  });

  it("do not grow the file when they are set again, and leave nothing beside it", () => {
    const file = path.join(folder, "again");
    vi.stubEnv("GITHUB_OUTPUT", file);
    const outputs = createOutputs();
    outputs.set({ ids: "x".repeat(1000) });
    const { length } = readFileSync(file);
    for (let time = 0; time < 50; time += 1) outputs.set({ ids: "x".repeat(1000) });
    expect(readFileSync(file).length).toBe(length);
    expect(readdirSync(folder).filter((name) => name.startsWith("again"))).toEqual(["again"]);
  });

  it("go nowhere where there is no runner", () => {
    vi.stubEnv("GITHUB_OUTPUT", "");
    expect(() => createOutputs().set({ a: "b" })).not.toThrow();
  });
});

describe("an output in JSON", () => {
  it("is the value", () => {
    expect(jsonOutput({ "p/a.pa.json": "0f" }, "{}")).toBe('{"p/a.pa.json":"0f"}');
  });

  it("is empty rather than cut where it is too long", () => {
    expect(
      jsonOutput(
        Array.from({ length: 20_000 }, () => "0".repeat(32)),
        "[]",
      ),
    ).toBe("[]");
  });
});
