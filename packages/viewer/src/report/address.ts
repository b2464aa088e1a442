import type { UnitCell } from "../run/viewed-run.ts";

/** What a link into a report opens: a unit by its key, and a cell of it; without a unit the overview. */
export interface ReportPlace {
  readonly unit: string | undefined;
  readonly cell: UnitCell | undefined;
}

/** The hash of a URL that leads to a place: `#PATH%23UNIT&table=0&row=3&column=Weight`. */
export function addressOf({ unit = "", cell }: ReportPlace): string {
  const { table, row, column } = cell ?? {};
  const parts =
    cell === undefined ? "" : `&${new URLSearchParams({ table: `${table}`, row: `${row}`, column: `${column}` })}`;
  return `#${encodeURIComponent(unit)}${parts}`;
}

/** Reads the hash of a URL, which anybody may have written. */
export function placeOfAddress(hash: string): ReportPlace {
  const [unit = "", ...parts] = hash.slice(1).split("&");
  const cell = new URLSearchParams(parts.join("&"));
  const [table, row] = ["table", "row"].map((name) => Number(cell.get(name) ?? Number.NaN));
  const isCell = Number.isSafeInteger(table) && Number.isSafeInteger(row);
  try {
    return {
      unit: decodeURIComponent(unit) || undefined,
      cell: isCell ? { table: table ?? 0, row: row ?? 0, column: cell.get("column") ?? "" } : undefined,
    };
  } catch {
    return { unit: undefined, cell: undefined };
  }
}
