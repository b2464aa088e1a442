import { type Column, cellValue, columnDays, isoDate, plainText } from "@analytics-engines/core/results";

/** Compares two rows. Rows without a value come last, ascending and descending. */
export interface Comparator {
  readonly compare: (a: number, b: number) => number;
  readonly isEmpty: (row: number) => boolean;
}

export interface Sort {
  /** Index into the table's columns. */
  readonly column: number;
  readonly descending: boolean;
}

/** Orders the rows of a table by one column: numbers by size, dates by time, texts in natural order ("Fund 2" before "Fund 10"). */
export function rowComparator(column: Column, rowCount: number): Comparator {
  const keys = sortKeys(column, rowCount);
  const isEmpty = (row: number) => Number.isNaN(keys[row] ?? Number.NaN);
  return {
    isEmpty,
    compare: (a, b) => {
      if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
      const x = keys[a] ?? 0;
      const y = keys[b] ?? 0;
      return x < y ? -1 : x > y ? 1 : 0;
    },
  };
}

export function descending({ compare, isEmpty }: Comparator): Comparator {
  return { isEmpty, compare: (a, b) => (isEmpty(a) || isEmpty(b) ? compare(a, b) : compare(b, a)) };
}

/** The sort after a click on a header: ascending, then descending, then none. */
export function nextSort(sort: Sort | undefined, column: number): Sort | undefined {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? undefined : { column, descending: true };
}

/** A number for each row in the order of the cells; NaN for an empty cell. */
function sortKeys(column: Column, rowCount: number): Float64Array {
  const { values } = column;
  if (values.kind === "number") return values.values;
  const keys = new Float64Array(rowCount).fill(Number.NaN);
  if (values.kind === "text") {
    const isDate = columnDays(column) !== undefined;
    const ranks = textRanks(isDate ? values.dictionary.map((text) => isoDate(text) ?? text) : values.dictionary);
    for (let row = 0; row < rowCount; row++) keys[row] = ranks[values.codes[row] ?? -1] ?? Number.NaN;
    return keys;
  }
  const texts = Array.from({ length: rowCount }, (_, row) => plainText(cellValue(column, row)));
  const ranks = textRanks(texts);
  for (let row = 0; row < rowCount; row++) keys[row] = texts[row] === "" ? Number.NaN : (ranks[row] ?? Number.NaN);
  return keys;
}

/** The rank of each text; equal texts have the same rank. */
function textRanks(texts: readonly string[]): Float64Array {
  const collator = new Intl.Collator(undefined, { numeric: true });
  const order = texts.map((_, index) => index).sort((a, b) => collator.compare(texts[a] ?? "", texts[b] ?? ""));
  const ranks = new Float64Array(texts.length);
  let rank = 0;
  for (const [place, index] of order.entries()) {
    const before = order[place - 1];
    if (before !== undefined && collator.compare(texts[before] ?? "", texts[index] ?? "") !== 0) rank += 1;
    ranks[index] = rank;
  }
  return ranks;
}
