import { expect, test } from "vitest";
import { readParameterFile } from "../read/read.ts";
import { countIssues } from "./issue.ts";

test("counts issues by severity, files with issues, safe fixes, and unreadable files", () => {
  const files = [
    readParameterFile('{"data":{"a":{"componentId":"X","acounts":[{"id":"Client:/A.ACCT"}],}}}', { family: "pa" }),
    readParameterFile('{"data":{"a":{"componentid":"'.concat("A".repeat(64), '"}}}'), { family: "pa" }),
    { issues: [], problem: "is a folder" },
  ];
  expect(files[0]).toMatchObject({
    issues: [{ code: "letter-case" }, { code: "unusual-id" }, { code: "unknown-property" }, { code: "trailing-comma" }],
  });
  expect(countIssues(files)).toEqual({
    files: 3,
    filesWithIssues: 2,
    errors: 3,
    warnings: 1,
    hints: 1,
    fixable: 2,
  });
  expect(countIssues([])).toMatchObject({ files: 0, filesWithIssues: 0, errors: 0 });
});
