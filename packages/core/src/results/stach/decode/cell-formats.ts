import type { CellFormat, CellFormats } from "../../table.ts";
import { CellStore } from "./cell-store.ts";
import { readFormat } from "./definition.ts";
import type { ColumnRuns } from "./runs.ts";

/** Collects the formats of single cells or rows. A format that repeats is kept once. */
export class FormatReader {
  readonly #formats: CellFormat[] = [];
  readonly #codeOf = new Map<string, number>();
  readonly #codes = new CellStore();

  /** Adds the `format` at an index of a list; nothing if it is not a format. */
  add(index: number, written: unknown): void {
    const code = this.codeOf(readFormat(written));
    if (code >= 0) this.#codes.setNumber(index, code);
  }

  /** The index of a format in `formats`; -1 if it has no property. */
  codeOf(format: CellFormat): number {
    const key = JSON.stringify(format);
    if (key === "{}") return -1;
    const code = this.#codeOf.get(key) ?? this.#formats.push(format) - 1;
    this.#codeOf.set(key, code);
    return code;
  }

  get formats(): readonly CellFormat[] {
    return this.#formats;
  }

  get isEmpty(): boolean {
    return this.#formats.length === 0;
  }

  /** The formats by row; undefined if there are none. */
  byRow(rowCount: number): CellFormats | undefined {
    return this.isEmpty ? undefined : { formats: this.#formats, codes: codesOf(this.#codes, rowCount) };
  }

  /**
   * The formats by row, if the list has one for each value: the rows of a run share that of their value. A list that is longer than the
   * values has one for each row.
   */
  byValue(rowCount: number, valueCount: number, runs: ColumnRuns): CellFormats | undefined {
    if (this.isEmpty) return undefined;
    if (this.#codes.length > valueCount) return this.byRow(rowCount);
    if (this.#codes.length < valueCount) this.#codes.setNull(valueCount - 1);
    return { formats: this.#formats, codes: codesOf(this.#codes.expanded(runs), rowCount) };
  }
}

function codesOf(codes: CellStore, rowCount: number): Int32Array {
  const values = codes.finish(rowCount, "int32");
  const numbers = values.kind === "number" ? values.values : new Float64Array(rowCount).fill(Number.NaN);
  return Int32Array.from(numbers, (code) => (Number.isNaN(code) ? -1 : code));
}

/** The formats of cells joined with those of their rows, which they precede. */
export function joinFormats(cells: CellFormats | undefined, rows: CellFormats | undefined): CellFormats | undefined {
  if (cells === undefined || rows === undefined) return cells ?? rows;
  const reader = new FormatReader();
  const joined = cells.codes.map((code, row) =>
    reader.codeOf({ ...rows.formats[rows.codes[row] ?? -1], ...cells.formats[code] }),
  );
  return { formats: reader.formats, codes: joined };
}
