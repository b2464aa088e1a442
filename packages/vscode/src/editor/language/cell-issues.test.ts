import { readChecks, readSweepTable } from "@analytics-engines/core/files";
import type { Issue } from "@analytics-engines/core/parameters";
import { describe, expect, it } from "vitest";
import { findChecksIssues } from "./cell-issues.ts";

const sweep = {
  template: { componentid: "A", accounts: [{ id: "x" }] },
  rows: "accounts.csv",
  id: "{name}",
  fill: { "/accounts/0/id": "{account}" },
};

function issuesIn(csv: string, column = "most") {
  const path = "book/accounts.pa.sweep.json";
  const table = readSweepTable(JSON.stringify(sweep), path, { files: new Map([["book/accounts.csv", { text: csv }]]) });
  const check = { between: { column: "Weight", maxFrom: column } };
  const file = readChecks(JSON.stringify({ checks: [check, check] }));
  const placeOf = ({ code, range: { start } }: Issue) => `${start.line}:${start.column} ${code}`;
  const { issues, cellIssues } = findChecksIssues(file, table === undefined ? [] : [{ path, table }]);
  return {
    codes: issues.map(({ code }) => code),
    cells: Object.fromEntries([...cellIssues].map(([name, wrong]) => [name, wrong.map(placeOf)])),
  };
}

describe("the limits of checks in the rows of sweeps", () => {
  it("are marked in the CSV file where a cell is no number, once for all checks", () => {
    expect(issuesIn("name,account,most\neu,Client:/EU,ten\nus,Client:/US,\nuk,Client:/UK,8\n")).toEqual({
      codes: [],
      cells: { "book/accounts.csv": ["2:15 unknown-value", "3:15 unknown-value"] },
    });
  });

  it("are marked in the checks file where the CSV file has no such column", () => {
    expect(issuesIn("name,account,most\neu,Client:/EU,10\n", "mots")).toEqual({
      codes: ["unknown-value", "unknown-value"],
      cells: {},
    });
  });
});
