import { MORE } from "../../../json/tokens.ts";
import { cellValue } from "../../cells.ts";
import { CellStore } from "../../stach/decode/cell-store.ts";
import { version1Cell } from "../../stach/decode/version-1.ts";
import { CellReader } from "../../stach/stream/cell-reader.ts";
import type { PartValues } from "../source/column-parts.ts";
import type { RowCells } from "../source/table-rows.ts";

/** Collects some cells of one column of a source. */
export class ColumnCells implements RowCells, PartValues {
  bytes = 0;
  readonly #type: string;
  readonly #isVersion1: boolean;
  #reader = new CellReader(new CellStore());
  #cells: readonly unknown[] | undefined;

  constructor(type: string, isVersion1: boolean) {
    this.#type = type;
    this.#isVersion1 = isVersion1;
  }

  read(bytes: Uint8Array, pos: number, end: number, row: number, place: () => string): number {
    const after = this.#reader.read(bytes, pos, end, row, place);
    if (after !== MORE) this.bytes += after - pos;
    return after;
  }

  setValue(row: number, written: unknown): void {
    this.#reader.store.set(row, written);
  }

  clear(): void {
    this.bytes = 0;
    this.#reader = new CellReader(new CellStore());
    this.#cells = undefined;
  }

  /** A cell that was collected. No cells may be added after this. */
  cellAt(index: number): unknown {
    this.#cells ??= this.firstCells(this.#reader.store.length);
    return this.#cells[index] ?? null;
  }

  /** The first cells; those that were never set are null. */
  firstCells(count: number): unknown[] {
    const { store } = this.#reader;
    const cells = this.#isVersion1 ? store.mapped((cell) => version1Cell(cell, this.#type)) : store;
    const column = { values: cells.finish(count, this.#type) };
    return Array.from({ length: count }, (_, row) => cellValue(column, row));
  }
}
