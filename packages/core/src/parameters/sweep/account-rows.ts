import Papa from "papaparse";
import { BYTE_ORDER_MARK, inertText, removeApostrophes } from "../../text/spreadsheet.ts";
import { finishSteps } from "../steps.ts";
import { readCsv } from "./csv.ts";

/** What became of the rows of a sweep when its accounts were listed again. */
export interface AccountRows {
  readonly csv: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * The CSV of a sweep over accounts: a row for each, sorted by path, with the path in `account` and the file's name without `.ACCT` in `name`.
 * Other columns of an earlier CSV keep their cells, and the file its byte-order mark; a new account has none. Names of the service cannot run
 * in a spreadsheet: `csvRows` removes the apostrophes.
 */
export function accountRows(accounts: readonly string[], earlier = ""): AccountRows {
  const table = finishSteps(readCsv(earlier));
  const pathColumn = table.columns.indexOf("account");
  const more = table.columns.flatMap((name, index) =>
    ["account", "name", ""].includes(name) ? [] : [{ name, index }],
  );
  const rowByAccount = new Map(
    Array.from({ length: pathColumn < 0 ? 0 : table.length }, (_, row) => [
      removeApostrophes(table.cellOf(row, pathColumn)),
      row,
    ]),
  );
  const paths = [...new Set(accounts)].sort((a, b) => (a < b ? -1 : 1));
  const rows = paths.map((account) => {
    const row = rowByAccount.get(account);
    const name = account.slice(account.lastIndexOf("/") + 1).replace(/\.ACCT$/i, "");
    return [
      inertText(account),
      inertText(name),
      ...more.map(({ index }) => (row === undefined ? "" : table.cellOf(row, index))),
    ];
  });
  const header = ["account", "name", ...more.map(({ name }) => name)];
  const listed = new Set(paths);
  return {
    csv: `${earlier.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : ""}${Papa.unparse([header, ...rows], { newline: "\n" })}\n`,
    added: paths.filter((account) => !rowByAccount.has(account)),
    removed: [...rowByAccount.keys()].filter((account) => !listed.has(account)),
  };
}
