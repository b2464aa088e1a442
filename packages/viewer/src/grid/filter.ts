import { type Column, cellValue, isExactNumber, plainText, type Table } from "@analytics-engines/core/results";

/** A filter of one column. A cell without a value passes no filter. */
export type ColumnFilter =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "range"; readonly min?: number | undefined; readonly max?: number | undefined };

export interface Filters {
  /** By index of the column. */
  readonly columns: ReadonlyMap<number, ColumnFilter>;
  /** A text that any text of a row contains. */
  readonly search: string;
}

/** 1 for each row that passes; undefined without filters. */
export function filterRows(table: Table, filters: Filters): Uint8Array | undefined {
  const search = filters.search.trim();
  if (filters.columns.size === 0 && search === "") return undefined;
  const matches = new Uint8Array(table.rowCount).fill(1);
  for (const [index, filter] of filters.columns) {
    const column = table.columns[index];
    if (column) keep(matches, columnTest(column, filter));
  }
  if (search !== "") keep(matches, searchTest(table, search));
  return matches;
}

type RowTest = (row: number) => boolean;

function keep(matches: Uint8Array, test: RowTest): void {
  for (let row = 0; row < matches.length; row++) if (matches[row] === 1 && !test(row)) matches[row] = 0;
}

function columnTest(column: Column, filter: ColumnFilter): RowTest {
  if (filter.kind === "text") return textTest(column, filter.text);
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = filter;
  return (row) => {
    const cell = cellValue(column, row);
    const value = isExactNumber(cell) ? Number(cell.rawJSON) : cell;
    return typeof value === "number" && value >= min && value <= max;
  };
}

function searchTest(table: Table, search: string): RowTest {
  const tests = table.columns
    .filter(({ values }) => values.kind !== "number")
    .map((column) => textTest(column, search));
  return (row) => tests.some((test) => test(row));
}

/** Ignores letter case. Tests each distinct text once. */
function textTest(column: Column, text: string): RowTest {
  const wanted = text.trim().toLocaleLowerCase();
  const { values } = column;
  const found = (value: unknown) => value !== null && plainText(value).toLocaleLowerCase().includes(wanted);
  if (values.kind !== "text") return (row) => found(cellValue(column, row));
  const hits = Uint8Array.from(values.dictionary, (entry) => Number(found(entry)));
  return (row) => hits[values.codes[row] ?? -1] === 1;
}

/** A number as a person types it, such as `1,000.5`; undefined for an empty field, NaN for other texts, such as `-3%`. */
export function typedNumber(text: string): number | undefined {
  const plain = text.trim().replaceAll(/[\s,_]/g, "");
  if (plain === "") return undefined;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
}
