import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/folders.ts";
import { checkFiles } from "./check-files.ts";

const sweepOf = (place: string) =>
  JSON.stringify({
    template: { componentid: "0A".repeat(32), accounts: [{ id: "TODO" }] },
    rows: "rows.csv",
    id: "{account}",
    fill: { "/accounts/0/id": "{account}", [place]: "{start}" },
  });

it("a mistake of a CSV file that three sweeps read is reported once, and those of one sweep alone too", async () => {
  const folder = await temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const texts = {
    "a.pa.sweep.json": sweepOf("/dates/enddate"),
    "b.pa.sweep.json": sweepOf("/dates/enddate"),
    "c.pa.sweep.json": sweepOf("/currencyisocode"),
    "rows.csv": "account,start\nClient:/A.ACCT,\nClient:/B.ACCT,XYZ\n",
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(path.join(folder, name), text);
  const sweeps = Object.keys(texts).filter((name) => name.endsWith(".json"));
  const files = await checkFiles(folder, sweeps);
  const issuesOfRows = files.filter((file) => file.path === "rows.csv").flatMap(({ issues }) => issues);
  expect(issuesOfRows.map(({ code, range }) => `${range.start.line} ${code}`).sort()).toEqual([
    "2 wrong-type",
    "3 date-form",
    "3 unlisted-value",
  ]);
  expect(files.filter(({ sweep }) => sweep !== undefined)).toHaveLength(3);
});
