import { expect, it } from "vitest";
import { parseDocument } from "yaml";
import { codeBlocks, readDocuments } from "./documents.ts";

// Workflows and their inputs are held against GitHub's own rules with the actions' tests.
it("every YAML example of the documents is YAML", () => {
  const blocks = readDocuments().flatMap((document) => codeBlocks(document, "yaml"));
  expect(blocks.length).toBeGreaterThan(5);
  for (const { file, line, code } of blocks) {
    const { errors, warnings } = parseDocument(code);
    expect([...errors, ...warnings], `${file}:${line}`).toEqual([]);
  }
});
