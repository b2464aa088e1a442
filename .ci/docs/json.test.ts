import { expect, it } from "vitest";
import { readParameterFile } from "../../packages/core/src/parameters/index.ts";
import { codeBlocks, readDocuments } from "./documents.ts";

// The documents show whole parameter files and parts of other things; those that have an envelope are meant to be sent.
it("every JSON example of the documents is JSON, and every parameter file among them can be sent", () => {
  const blocks = readDocuments().flatMap((document) => codeBlocks(document, "json"));
  expect(blocks.length).toBeGreaterThan(0);
  for (const { file, line, code } of blocks) {
    const value: unknown = JSON.parse(code);
    if (typeof value !== "object" || value === null || !("data" in value)) continue;
    const errors = readParameterFile(code).issues.filter(({ severity }) => severity === "error");
    expect(errors, `${file}:${line}`).toEqual([]);
  }
});
