import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { issueCodes } from "./issues/issue.ts";
import { readParameterFile } from "./read/read.ts";

const docs = readFileSync(new URL("../../../../docs/files/parameter-files.md", import.meta.url), "utf8");

test("every code has a heading of its own, in the order of the codes", () => {
  expect([...docs.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading)).toEqual([...issueCodes]);
});

test("the file that the docs show is without faults", () => {
  const [, example = ""] = /```json\n([\s\S]*?)```/.exec(docs) ?? [];
  expect(readParameterFile(example)).toMatchObject({
    family: "pa",
    familyBy: "$schema",
    issues: [],
    units: ["weights"],
  });
});
