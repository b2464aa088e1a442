import {
  type Column,
  cellText,
  cellValue,
  columnDays,
  columnFormat,
  formatOfCell,
  isExactNumber,
  plainText,
  type Table,
} from "@analytics-engines/core/results";
import { typedInMarksOfJson } from "../../l10n.ts";
import { localCell, localCellText } from "../../text.ts";

/**
 * Finds the numbers that begin with what the user types: `13.9` (in German `13,9`) finds 13.93 and 13.9335701, `-1` only negative numbers. Undefined if the
 * text is not a number. It compares first, so that few numbers are written out, and a search through millions stays fast.
 */
function numberTest(column: Column, search: string): ((row: number) => boolean) | undefined {
  const typed = typedInMarksOfJson(search).replace("\u2212", "-").replace(/%$/, "");
  if (column.values.kind !== "number" || !/^[+-]?(\d+\.?\d*|\.\d+)$/.test(typed)) return undefined;
  const sign = /^[+-]/.exec(typed)?.[0];
  const digits = typed.replace(/^[+-]/, "").replace(/^\./, "0.");
  const decimals = digits.split(".")[1]?.length ?? 0;
  const size = Number(digits);
  // A value may be below the typed number by half of its last shown place, because the grid rounds it up.
  const least = size - 0.5 * 10 ** -Math.min(decimals, 1);
  const most = size + 10 ** -decimals;
  const { values } = column.values;
  const { text } = columnFormat(column);
  return (row) => {
    const value = values[row] ?? Number.NaN;
    const magnitude = Math.abs(value);
    if (!(magnitude >= least && magnitude <= most)) return false;
    if (sign !== undefined && value < 0 !== (sign === "-")) return false;
    return (
      String(magnitude).startsWith(digits) ||
      text(magnitude, { format: formatOfCell(column, row).format })
        .replaceAll(",", "")
        .startsWith(digits)
    );
  };
}

/** A filter of one column. A cell without a value passes only a list of values that names it. */
export type ColumnFilter =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "range";
      readonly min?: number | undefined;
      readonly max?: number | undefined;
      /** Whether the range is one of sizes, whatever their signs. */
      readonly isAbsolute?: boolean;
    }
  /** Both ends included, as milliseconds since 1970. */
  | { readonly kind: "days"; readonly from?: number | undefined; readonly to?: number | undefined }
  /** The texts to show, as the grid shows them. */
  | { readonly kind: "values"; readonly texts: ReadonlySet<string> };

export interface Filters {
  /** By index of the column. */
  readonly columns: ReadonlyMap<number, ColumnFilter>;
  /** A text that any text of a row contains, or a number that any number of a row begins with. */
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
  switch (filter.kind) {
    case "text":
      return textTest(column, filter.text);
    case "values":
      return valuesTest(column, filter.texts);
    case "days": {
      const days = columnDays(column);
      const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = filter;
      return (row) => isBetween(days?.[row], from, to);
    }
    case "range": {
      const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, isAbsolute = false } = filter;
      return (row) => {
        const cell = cellValue(column, row);
        const value = isExactNumber(cell) ? Number(cell.rawJSON) : cell;
        return typeof value === "number" && isBetween(isAbsolute ? Math.abs(value) : value, min, max);
      };
    }
  }
}

function isBetween(value: number | undefined, from: number, to: number): boolean {
  return value !== undefined && value >= from && value <= to;
}

function searchTest(table: Table, search: string): RowTest {
  const tests = table.columns.flatMap((column) => {
    if (column.values.kind === "number") return numberTest(column, search) ?? [];
    return textTest(column, search);
  });
  return (row) => tests.some((test) => test(row));
}

/** Ignores letter case. Tests each distinct text once, as the result has it and as the grid shows it. */
function textTest(column: Column, text: string): RowTest {
  const search = text.trim().toLocaleLowerCase();
  const { values } = column;
  const format = columnFormat(column);
  const has = (candidate: string) => candidate.toLocaleLowerCase().includes(search);
  if (values.kind !== "text") {
    return (row) => {
      const value = cellValue(column, row);
      return value !== null && (has(plainText(value)) || has(localCellText(column, row)));
    };
  }
  const hits = Uint8Array.from(values.dictionary, (entry) =>
    Number(has(entry) || has(localCell(column, format.text(entry)))),
  );
  return (row) => hits[values.codes[row] ?? -1] === 1;
}

function valuesTest(column: Column, texts: ReadonlySet<string>): RowTest {
  const { values } = column;
  const { text } = columnFormat(column);
  if (values.kind !== "text") return (row) => texts.has(cellText(column, row));
  const hits = Uint8Array.from(values.dictionary, (entry) => Number(texts.has(text(entry))));
  const hasNull = texts.has(text(null));
  return (row) => {
    const code = values.codes[row] ?? -1;
    return code < 0 ? hasNull : hits[code] === 1;
  };
}

/** A number as a person types it, such as `1,000.5` (in German `1.000,5`); undefined for an empty field, NaN for other texts, such as `-3%`. */
export function typedNumber(text: string): number | undefined {
  const plain = typedInMarksOfJson(text).replaceAll("_", "").replace("\u2212", "-");
  if (plain === "") return undefined;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
}
