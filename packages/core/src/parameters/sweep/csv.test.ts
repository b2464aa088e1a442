import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCsv, updateRows } from "./csv.ts";
import { readSweep } from "./read-sweep.ts";

test("each cell is at its place, however it is quoted", () => {
  const cell = fc
    .array(fc.constantFrom("a", "7", " ", ",", ";", "\t", '"', "\n", "é"))
    .map((pieces) => pieces.join(""));
  const rows = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(rows, fc.constantFrom("\n", "\r\n"), (cells, lineEnd) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""').replaceAll("\n", lineEnd)}"`;
      const writtenRows = cells.filter((row) => row.some((content) => content.trim() !== ""));
      const source = [["one", "two"], ...cells].map((row) => row.map(quoted).join(",")).join(lineEnd);
      const { text, columns, length, cellOf, findings, placeOf, cellAt } = readCsv(source);
      expect([columns, length, findings]).toEqual([["one", "two"], writtenRows.length, []]);
      for (const [row, written] of writtenRows.entries())
        for (const [column, content] of written.entries()) {
          expect(cellOf(row, column)).toBe(content);
          const { start, end } = placeOf(row, column);
          expect(text.slice(start, end)).toBe(quoted(content).replaceAll("\r\n", "\n"));
          expect(cellAt(start)).toEqual({ row, column });
        }
    }),
  );
});

test("the first line of Excel names the separator, and places are those of the file", () => {
  const { text, columns, cellOf, findings, placeOf } = readCsv("sep=;\r\nname;note\r\nA,B;x\r\n");
  expect([columns, cellOf(0, 0), cellOf(0, 1), findings]).toEqual([["name", "note"], "A,B", "x", []]);
  const { start, end } = placeOf(0, 1);
  expect([text.slice(start, end), text.slice(0, start).split("\n").length]).toEqual(["x", 3]);
});

test("rows of empty cells are no rows, as spreadsheets write them below their data", () => {
  const { length, findings } = readCsv('name;note\nA;x\n;\n;;;;\n"";" "\nB;\n;\n');
  expect([length, findings]).toEqual([2, []]);
});

test("a header and a row of many columns are read in a time that grows with their length", () => {
  const names = Array.from({ length: 200_000 }, (_, index) => `c${index}`);
  const lines = [names.join(","), names.join(","), names.map(() => "same").join(",")];
  const { columns, length, findings, cellAt, text } = readCsv(lines.join("\n"));
  expect([columns.length, length, findings]).toEqual([200_000, 2, []]);
  expect(cellAt(text.length)).toEqual({ row: 1, column: 199_999 });
  const doubled = readCsv(lines[2] ?? "");
  expect(doubled.findings.map(({ message }) => message)).toEqual(
    Array.from({ length: 100 }, () => "The column `same` is there twice. Rename one."),
  );
});

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

/** The rows of accounts, as the command writes them. */
function accountRows(accounts: readonly string[], earlier?: string) {
  const rows = accounts.map((path) => [path, path.slice(path.lastIndexOf("/") + 1).replace(".ACCT", "")]);
  return updateRows(["account", "name"], rows, earlier);
}

describe("the rows of a sweep over accounts", () => {
  test("have no formula for a spreadsheet, and ask for the accounts as the service names them", () => {
    const accounts = ["Client:/=1+1.ACCT", "Client:/A;=cmd.ACCT", "Client:/GROWTH_ÄÖ.ACCT"];
    const { csv = "" } = accountRows(accounts) ?? {};
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

  test("say which accounts are new or gone", () => {
    const earlier = "account,name\nClient:/A.ACCT,A\nClient:/B.ACCT,B\n";
    expect(accountRows(["Client:/B.ACCT", "Client:/C.ACCT"], earlier)).toMatchObject({
      added: ["Client:/C.ACCT"],
      removed: ["Client:/A.ACCT"],
    });
  });

  test.each(["name,desk\nA,x\n", 'account,name\n"A,x\n', "account,account\nA,x\n", "account\nA,more\n"])(
    "do not replace a file whose cells would be lost: %j",
    (earlier) => {
      expect(accountRows(["Client:/A.ACCT"], earlier)).toBeUndefined();
    },
  );
});
