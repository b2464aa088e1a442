import { cellValue } from "../cells.ts";
import type { Column, ColumnValues } from "../table.ts";

/** The key columns of a table. */
export interface KeyedRows {
  readonly columns: readonly Column[];
  readonly rowCount: number;
}

/**
 * For each row of each table a number from 0: two rows have one number if and only if the cells in their key columns are the same. Without
 * key columns, the number is the position.
 */
export function numberRowKeys(tables: readonly KeyedRows[]): Numbered {
  let numbered: Numbered | undefined;
  for (const at of tables[0]?.columns.keys() ?? []) {
    const codes = codeCells(tables.map(({ columns, rowCount }) => ({ column: columns[at], rowCount })));
    if (numbered === undefined) numbered = codes;
    else numbered = numberPairs(numbered.keys, codes.keys);
  }
  if (numbered !== undefined) return numbered;
  const keys = tables.map(({ rowCount }) => Int32Array.from({ length: rowCount }, (_, row) => row));
  return { keys, size: Math.max(...tables.map(({ rowCount }) => rowCount)) };
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
      numbers ??= new Map(first.map((entry, number) => [entry, number]));
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

/** Numbers pairs of whole numbers of 32 bits, from 0. A `Map` with a key for each pair takes twenty times as long. */
class PairNumbers {
  readonly #firsts: Int32Array;
  readonly #seconds: Int32Array;
  /** The number of the pair at each place, plus 1; 0 where there is none. */
  readonly #numbers: Int32Array;
  #size = 0;

  /** @param max the most different pairs */
  constructor(max: number) {
    // At most half of the places are used, so that the next free one is near.
    const slotCount = 2 ** Math.ceil(Math.log2(2 * max + 2));
    this.#firsts = new Int32Array(slotCount);
    this.#seconds = new Int32Array(slotCount);
    this.#numbers = new Int32Array(slotCount);
  }

  /** How many different pairs there are. */
  get size(): number {
    return this.#size;
  }

  /** The number of each pair. */
  numberPairs(firstCodes: Int32Array, secondCodes: Int32Array): Int32Array {
    const [firsts, seconds, numbers] = [this.#firsts, this.#seconds, this.#numbers];
    const mask = numbers.length - 1;
    const result = new Int32Array(firstCodes.length);
    let size = this.#size;
    for (let at = 0; at < firstCodes.length; at++) {
      const first = firstCodes[at] ?? 0;
      const second = secondCodes[at] ?? 0;
      let slot = hash(first, second) & mask;
      while (numbers[slot] !== 0 && (firsts[slot] !== first || seconds[slot] !== second)) slot = (slot + 1) & mask;
      if (numbers[slot] === 0) {
        firsts[slot] = first;
        seconds[slot] = second;
        numbers[slot] = ++size;
      }
      result[at] = (numbers[slot] ?? 0) - 1;
    }
    this.#size = size;
    return result;
  }
}

/** Spreads pairs over all bits: consecutive numbers, and those that differ in high bits only. */
function hash(first: number, second: number): number {
  const bits = Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x85ebca6b);
  const mixed = Math.imul(bits ^ (bits >>> 15), 0xc2b2ae35);
  return mixed ^ (mixed >>> 13);
}
