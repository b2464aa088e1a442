import { describe, expect, test } from "vitest";
import { accountRows } from "./account-rows.ts";
import { readSweep } from "./read-sweep.ts";

/** The ids of the units and of their accounts that a sweep with these rows asks for. */
function requested(csv: string): [unit: string, account: unknown][] {
  const template = { componentid: "A".repeat(64), accounts: [{ id: "Client:/TODO.ACCT" }] };
  const sweep = { template, rows: "a.csv", id: "{name}", fill: { "/accounts/0/id": "{account}" } };
  const files = new Map([["a.csv", { text: csv }]]);
  const { jobs } = readSweep(JSON.stringify(sweep), "a.pa.sweep.json", { files });
  const { data } = JSON.parse(JSON.stringify(jobs[0]?.request));
  const units: readonly string[] = jobs[0]?.units ?? [];
  return units.map((unit) => [unit, data[unit].accounts[0].id]);
}

describe("the rows of a sweep over accounts", () => {
  test("have no formula for a spreadsheet, and ask for the accounts as the service names them", () => {
    const accounts = ["Client:/=1+1.ACCT", "Client:/A;=cmd.ACCT", "Client:/GROWTH_ÄÖ.ACCT"];
    const { csv } = accountRows(accounts);
    expect(csv.split("\n")).toEqual([
      "account,name",
      "Client:/=1+1.ACCT,'=1+1",
      "Client:/A;'=cmd.ACCT,A;'=cmd",
      "Client:/GROWTH_ÄÖ.ACCT,GROWTH_ÄÖ",
      "",
    ]);
    expect(requested(csv)).toEqual([
      ["=1+1", "Client:/=1+1.ACCT"],
      ["A;=cmd", "Client:/A;=cmd.ACCT"],
      ["GROWTH_ÄÖ", "Client:/GROWTH_ÄÖ.ACCT"],
    ]);
    expect(accountRows(accounts, csv)).toEqual({ csv, added: [], removed: [] });
  });

  test("keep the cells of other columns and the byte-order mark of a file that a spreadsheet saved", () => {
    const earlier = "\uFEFFaccount;desk;start\r\nClient:/A;'=cmd.ACCT;x;\r\nClient:/B.ACCT;'=y;-1M\r\n";
    const quoted = earlier.replace("Client:/A;'=cmd.ACCT", '"Client:/A;\'=cmd.ACCT"');
    expect(accountRows(["Client:/A;=cmd.ACCT", "Client:/B.ACCT"], quoted)).toEqual({
      csv: "\uFEFFaccount,name,desk,start\nClient:/A;'=cmd.ACCT,A;'=cmd,x,\nClient:/B.ACCT,B,'=y,-1M\n",
      added: [],
      removed: [],
    });
  });
});
