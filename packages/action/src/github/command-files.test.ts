import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { readCommandFile } from "../../test/support/command-file.ts";
import { createOutputs, saveState } from "./command-files.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "outputs-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("outputs", () => {
  it("reach the runner whatever they hold, and the last value stands", () => {
    const file = path.join(folder, "output");
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string({ unit: "grapheme-ascii" }),
            fc.constantFrom("end-of-value", "x\nend-of-value\ny", "end-of-value--"),
          ),
        ),
        (values) => {
          writeFileSync(file, "");
          const outputs = createOutputs(file);
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
    const outputs = createOutputs(file);
    outputs.set({ ids: "x".repeat(1000) });
    const { length } = readFileSync(file);
    for (let time = 0; time < 50; time += 1) outputs.set({ ids: "x".repeat(1000) });
    expect(readFileSync(file).length).toBe(length);
    expect(readdirSync(folder).filter((name) => name.startsWith("again"))).toEqual(["again"]);
  });

  it("go nowhere where there is no runner", () => {
    expect(() => createOutputs(undefined).set({ a: "b" })).not.toThrow();
  });
});

describe("saveState", () => {
  it("adds to the file", () => {
    const file = path.join(folder, "state");
    saveState(file, "run-path", "/a b");
    saveState(file, "finished", "true");
    expect(readCommandFile(readFileSync(file, "utf8"))).toEqual({ "run-path": "/a b", finished: "true" });
  });
});
