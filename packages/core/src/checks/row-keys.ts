import { cellValue } from "../results/cells.ts";
import type { Column, ColumnValues } from "../results/table.ts";
import { PairNumbers } from "./pair-numbers.ts";
import type { TableView } from "./table-view.ts";

/** The key columns of a table. */
interface Keyed {
  readonly columns: readonly Column[];
  readonly rowCount: number;
}

/** For each row of each table a number from 0: two rows have one number if and only if the cells in their key columns are the same. */
function numberRows(tables: readonly Keyed[]): Numbered {
  let numbered: Numbered | undefined;
  for (const at of tables[0]?.columns.keys() ?? []) {
    const codes = codeCells(tables.map(({ columns, rowCount }) => ({ column: columns[at], rowCount })));
    if (numbered === undefined) numbered = codes;
    else numbered = numberPairs(numbered.keys, codes.keys);
  }
  return numbered ?? { keys: tables.map(({ rowCount }) => new Int32Array(rowCount)), size: 1 };
}

/** Numbers below `size` for each row of each table. */
interface Numbered {
  readonly keys: readonly Int32Array[];
  readonly size: number;
}

function numberPairs(firsts: readonly Int32Array[], seconds: readonly Int32Array[]): Numbered {
  const pairs = new PairNumbers(firsts.reduce((total, { length }) => total + length, 0));
  const keys = firsts.map((first, table) => pairs.numberPairs(first, seconds[table] ?? first));
  return { keys, size: pairs.size };
}

interface KeyColumn {
  readonly column: Column | undefined;
  readonly rowCount: number;
}

/** For each cell of a column of each table a number: the same for the same cells. */
function codeCells(columns: readonly KeyColumn[]): Numbered {
  const texts = columns.flatMap(({ column }) => (column?.values.kind === "text" ? [column.values] : []));
  if (texts.length === columns.length) {
    const { keys, size } = numberTexts(texts.map(({ dictionary }) => dictionary));
    return { keys: texts.map(({ codes }, table) => codes.map((code) => keys[table]?.[code] ?? 0)), size };
  }
  const floats = columns.flatMap(({ column }) => (column?.values.kind === "number" ? [column.values] : []));
  if (floats.length === columns.length) {
    const halves = floats.map(halvesOf);
    return numberPairs(
      halves.map(({ low }) => low),
      halves.map(({ high }) => high),
    );
  }
  const numbers = new Map<unknown, number>();
  const keys = columns.map(({ column, rowCount }) =>
    Int32Array.from({ length: rowCount }, (_, row) =>
      numberOf(numbers, keyOfCell(column === undefined ? null : cellValue(column, row))),
    ),
  );
  return { keys, size: numbers.size };
}

/** A number from 1 for each text of each dictionary. Those of an earlier run mostly begin with the same texts, which need no look-up. */
function numberTexts([first = [], ...others]: readonly (readonly string[])[]): Numbered {
  let numbers: Map<string, number> | undefined;
  const keys = others.map((dictionary) =>
    Int32Array.from(dictionary, (text, at) => {
      if (text === first[at]) return at + 1;
      numbers ??= new Map(first.map((known, number) => [known, number]));
      return numberOf(numbers, text) + 1;
    }),
  );
  return { keys: [Int32Array.from(first, (_, at) => at + 1), ...keys], size: (numbers?.size ?? first.length) + 1 };
}

/** The two halves of each number. All forms of NaN are one value, and so are both zeros. */
function halvesOf({ values, isNull }: ColumnValues & { readonly kind: "number" }) {
  const floats = values.map((value) => (Number.isNaN(value) ? Number.NaN : value + 0));
  const words = new Int32Array(floats.buffer);
  const low = Int32Array.from(values, (_, row) => (isNull?.[row] === 1 ? 1 : (words[2 * row] ?? 0)));
  const high = Int32Array.from(values, (_, row) => (isNull?.[row] === 1 ? NULL_WORD : (words[2 * row + 1] ?? 0)));
  return { low, high };
}

/** No number has it: it would be a form of NaN. */
const NULL_WORD = 0x7ff80001;

function keyOfCell(cell: unknown): unknown {
  // The first character keeps the JSON of a struct apart from a text.
  return typeof cell === "object" && cell !== null ? `\u0000${JSON.stringify(cell)}` : cell;
}

function numberOf<Key>(numbers: Map<Key, number>, key: Key): number {
  const number = numbers.get(key) ?? numbers.size;
  if (number === numbers.size) numbers.set(key, number);
  return number;
}

/** Rows that share a key with another one: the first of each such pair, and how many rows there are beside the first of their key. */
export function findDuplicates(
  columns: readonly Column[],
  rowCount: number,
  selection: Uint8Array | undefined,
): { readonly first: number; readonly second: number; readonly count: number } | undefined {
  const { keys, size } = numberRows([{ columns, rowCount }]);
  const firstRows = new Int32Array(size).fill(-1);
  let pair: { readonly first: number; readonly second: number } | undefined;
  let count = 0;
  for (let row = 0; row < rowCount; row++) {
    if (selection?.[row] === 0) continue;
    const key = keys[0]?.[row] ?? 0;
    const first = firstRows[key] ?? -1;
    if (first < 0) firstRows[key] = row;
    else {
      pair ??= { first, second: row };
      count++;
    }
  }
  return pair && { ...pair, count };
}

/** No row of the earlier table has the key. */
export const NO_ROW = -1;
/** Several rows of one of the tables have the key. */
export const SEVERAL_ROWS = -2;

/**
 * For each row the row of the earlier table with the same key, `NO_ROW` or `SEVERAL_ROWS`. Without key columns, rows are matched by position.
 */
export function matchRows(
  view: TableView,
  earlier: TableView,
  key: readonly { readonly before: Column; readonly after: Column }[],
): Int32Array {
  if (key.length === 0)
    return Int32Array.from({ length: view.rowCount }, (_, row) => (row < earlier.rowCount ? row : NO_ROW));
  const { keys, size } = numberRows([
    { columns: key.map((pair) => pair.before), rowCount: earlier.rowCount },
    { columns: key.map((pair) => pair.after), rowCount: view.rowCount },
  ]);
  const [before = new Int32Array(), after = new Int32Array()] = keys;
  const rowOfKey = new Int32Array(size).fill(NO_ROW);
  for (const [row, rowKey] of before.entries()) rowOfKey[rowKey] = rowOfKey[rowKey] === NO_ROW ? row : SEVERAL_ROWS;
  const usedKeys = new Uint8Array(rowOfKey.length);
  for (const rowKey of after) {
    if (usedKeys[rowKey] === 1) rowOfKey[rowKey] = SEVERAL_ROWS;
    usedKeys[rowKey] = 1;
  }
  return after.map((rowKey) => rowOfKey[rowKey] ?? NO_ROW);
}
