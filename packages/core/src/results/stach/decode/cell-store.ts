import { type ExactNumber, isExactNumber } from "../../../json/exact-number.ts";
import type { ColumnValues } from "../../table.ts";
import type { ColumnRuns } from "./runs.ts";
import { isFloat, storageOf } from "./storage.ts";

const FIRST_CAPACITY = 256;

/** Numbers that JSON writes as text. */
const numberWords: ReadonlyMap<unknown, number> = new Map([
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
]);

/** The texts of a column as bytes, which are decoded when all are read. */
export interface TextSource {
  /** The texts by their codes. @throws TypeError if one is not UTF-8 */
  texts(): string[];
}

/**
 * Collects the cells of one column. Results state the types of their columns after the cells, so the store first takes the type of the
 * cells, and the stated type decides its final form. A cell that was never set is null. The last row may be set twice: a row that a chunk
 * cut off is read again, and if a key is repeated, its last value counts.
 */
export class CellStore {
  #mode: "nulls" | "number" | "text" | "json" = "nulls";
  #length = 0;
  #numbers = new Float64Array(0);
  #isNull: Uint8Array<ArrayBuffer> | undefined;
  #codes = new Int32Array(0);
  #dictionary: string[] = [];
  #codeOf = new Map<string, number>();
  #cells: unknown[] = [];
  #source: TextSource | undefined;

  /** The capacity in rows when the first cell is set. */
  readonly #firstCapacity: number;

  constructor(capacity = FIRST_CAPACITY) {
    this.#firstCapacity = capacity;
  }

  get length(): number {
    return this.#length;
  }

  set(row: number, cell: unknown): void {
    if (typeof cell === "number") this.setNumber(row, cell);
    else if (typeof cell === "string") this.setText(row, cell);
    else if (cell === null || cell === undefined) this.setNull(row);
    else this.#setJson(row, cell);
  }

  setNumber(row: number, value: number): void {
    if (this.#mode === "nulls") this.#begin("number");
    if (this.#mode !== "number") {
      this.#setJson(row, value);
      return;
    }
    if (row >= this.#numbers.length) this.#growNumbers(row + 1);
    if (row > this.#length) this.#padTo(row);
    else if (row < this.#length && this.#isNull) this.#isNull[row] = 0;
    this.#numbers[row] = value;
    this.#length = row + 1;
  }

  setText(row: number, text: string): void {
    if (this.#mode === "nulls") this.#begin("text");
    if (this.#mode !== "text") {
      this.#setJson(row, text);
      return;
    }
    this.flush();
    this.setCode(row, this.#codeIn(text));
  }

  /**
   * Whether cells may be set by the codes of `source`, which is so as long as all texts of the column come from it. They are decoded
   * together at the end.
   */
  canShareDictionary(source: TextSource): boolean {
    if (this.#mode === "nulls") {
      this.#begin("text");
      this.#source = source;
    }
    return this.#source === source;
  }

  get isText(): boolean {
    return this.#mode === "text";
  }

  /** The code of a text in the dictionary; -1 if not all cells are texts. */
  codeOf(text: string): number {
    if (this.#mode === "nulls") this.#begin("text");
    this.flush();
    return this.#mode === "text" ? this.#codeIn(text) : -1;
  }

  /** Copies the texts of the source to the dictionary. From then on, the codes of the source and those of the dictionary differ. */
  flush(): void {
    if (this.#source === undefined) return;
    this.#dictionary = this.#source.texts();
    this.#codeOf = new Map(this.#dictionary.map((text, code) => [text, code]));
    this.#source = undefined;
  }

  #codeIn(text: string): number {
    const existingCode = this.#codeOf.get(text);
    if (existingCode !== undefined) return existingCode;
    const code = this.#dictionary.push(text) - 1;
    this.#codeOf.set(text, code);
    return code;
  }

  /** Sets a text by its code in the dictionary. */
  setCode(row: number, code: number): void {
    if (row >= this.#codes.length) this.#growCodes(row + 1);
    if (row > this.#length) this.#padTo(row);
    this.#codes[row] = code;
    this.#length = row + 1;
  }

  setNull(row: number): void {
    this.#length = Math.min(this.#length, row);
    this.#padTo(row + 1);
  }

  /** Sets a cell to that of the row before. */
  repeat(row: number): void {
    const code = this.#codes[row - 1] ?? -1;
    if (this.#mode === "text" && code >= 0) this.setCode(row, code);
    else this.set(row, this.#cell(row - 1));
  }

  /** A store with each cell changed. */
  mapped(change: (cell: unknown) => unknown): CellStore {
    this.flush();
    const store = new CellStore(this.#length);
    for (let row = 0; row < this.#length; row++) store.set(row, change(this.#cell(row)));
    return store;
  }

  /** A store with each run at its full length. `starts` are rows of the expanded column. */
  expanded({ starts, lengths, extraRows }: ColumnRuns): CellStore {
    if (starts.length === 0) return this;
    this.flush();
    const store = new CellStore(this.#length + extraRows);
    let row = 0;
    let next = 0;
    for (let index = 0; index < this.#length; index++) {
      const cell = this.#cell(index);
      const count = starts[next] === row ? (lengths[next++] ?? 1) : 1;
      for (const end = row + count; row < end; row++) store.set(row, cell);
    }
    return store;
  }

  /** The type that all cells have, for a column without a stated one. */
  get typeOfCells(): "real" | "string" | "object" {
    if (this.#mode === "number") return "real";
    return this.#mode === "json" ? "object" : "string";
  }

  /** The final form of the column, by its stated type. */
  finish(rowCount: number, type: string): ColumnValues {
    if (this.#length < rowCount) this.#padTo(rowCount);
    const storage = storageOf(type);
    if (storage === "number" && this.#mode === "nulls") this.#begin("number");
    if (storage === "text" && this.#mode === "nulls") this.#begin("text");
    if (storage === "number" && this.#mode === "number") return this.#numberValues(rowCount);
    if (storage === "text" && this.#mode === "text") {
      const dictionary = this.#source?.texts() ?? this.#dictionary;
      return { kind: "text", codes: exactly(this.#codes, rowCount), dictionary };
    }
    const values = this.#allCells();
    return (storage === "number" ? asNumbers(values, type) : undefined) ?? { kind: "json", values };
  }

  #numberValues(rowCount: number): ColumnValues {
    const values = exactly(this.#numbers, rowCount);
    const isNull = this.#isNull && exactly(this.#isNull, rowCount);
    // A null may have been replaced by the value of a repeated key.
    return isNull?.includes(1) ? { kind: "number", values, isNull } : { kind: "number", values };
  }

  #setJson(row: number, cell: unknown): void {
    if (this.#mode !== "json") {
      this.#cells = this.#allCells();
      this.#mode = "json";
      this.#numbers = new Float64Array(0);
      this.#codes = new Int32Array(0);
      this.#isNull = undefined;
      this.#codeOf = new Map();
    }
    if (row > this.#length) this.#padTo(row);
    this.#cells[row] = cell;
    this.#length = Math.max(this.#length, row + 1);
  }

  /** Sets all cells before the row to null. */
  #padTo(row: number): void {
    const from = this.#length;
    if (this.#mode === "number") {
      if (row > this.#numbers.length) this.#growNumbers(row);
      this.#isNull ??= new Uint8Array(this.#numbers.length);
      this.#numbers.fill(Number.NaN, from, row);
      this.#isNull.fill(1, from, row);
    } else if (this.#mode === "text") {
      if (row > this.#codes.length) this.#growCodes(row);
      this.#codes.fill(-1, from, row);
    } else if (this.#mode === "json") {
      for (let index = from; index < row; index++) this.#cells[index] = null;
    }
    this.#length = Math.max(from, row);
  }

  /** Sets the type of the cells, which were all null. */
  #begin(mode: "number" | "text"): void {
    const rows = this.#length;
    this.#mode = mode;
    this.#length = 0;
    if (rows > 0) this.#padTo(rows);
  }

  #growNumbers(least: number): void {
    const capacity = Math.max(least, this.#numbers.length * 2, this.#firstCapacity);
    this.#numbers = new Float64Array(this.#numbers.buffer.transfer(capacity * 8));
    if (this.#isNull) this.#isNull = new Uint8Array(this.#isNull.buffer.transfer(capacity));
  }

  #growCodes(least: number): void {
    const capacity = Math.max(least, this.#codes.length * 2, this.#firstCapacity);
    this.#codes = new Int32Array(this.#codes.buffer.transfer(capacity * 4));
  }

  #allCells(): unknown[] {
    this.flush();
    return this.#mode === "json" ? this.#cells : Array.from({ length: this.#length }, (_, row) => this.#cell(row));
  }

  #cell(row: number): unknown {
    if (this.#mode === "number") return this.#isNull?.[row] === 1 ? null : this.#numbers[row];
    if (this.#mode === "text") return this.#dictionary[this.#codes[row] ?? -1] ?? null;
    return this.#mode === "json" ? this.#cells[row] : null;
  }
}

/** The rows without their spare capacity, which would stay in memory. */
function exactly<T extends Float64Array | Int32Array | Uint8Array>(rows: T, count: number): T;
function exactly(rows: Float64Array | Int32Array | Uint8Array, count: number) {
  return rows.length === count ? rows : rows.slice(0, count);
}

/** The column as numbers, if each cell is a number, a word such as NaN, or (in a column of doubles) a number that a double can approximate. */
function asNumbers(cells: readonly unknown[], type: string): ColumnValues | undefined {
  const values = new Float64Array(cells.length);
  for (const [row, cell] of cells.entries()) {
    const value = cell === null ? Number.NaN : numberIn(cell, type);
    if (value === undefined) return undefined;
    values[row] = value;
  }
  return cells.includes(null)
    ? { kind: "number", values, isNull: Uint8Array.from(cells, (cell) => (cell === null ? 1 : 0)) }
    : { kind: "number", values };
}

function numberIn(cell: unknown, type: string): number | undefined {
  if (typeof cell === "number") return cell;
  return isExactNumber(cell) ? nearestDouble(cell, type) : numberWords.get(cell);
}

/**
 * The double that is nearest to a number with more digits. Undefined if the column does not have doubles, or the number is beyond their
 * range.
 */
export function nearestDouble({ rawJSON }: ExactNumber, type: string): number | undefined {
  const value = Number(rawJSON);
  return isFloat(type) && Number.isFinite(value) ? value : undefined;
}
