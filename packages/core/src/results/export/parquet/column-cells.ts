import { MORE } from "../../../json/tokens.ts";
import { CellStore } from "../../stach/decode/cell-store.ts";
import { version1Cell } from "../../stach/decode/version-1.ts";
import { CellReader } from "../../stach/stream/cell-reader.ts";
import type { Column } from "../../table.ts";
import type { RowCells } from "../source/table-rows.ts";

/** Collects some cells of one column of a source. */
export class ColumnCells implements RowCells {
  bytes = 0;
  readonly #type: string;
  readonly #isVersion1: boolean;
  #reader = new CellReader(new CellStore());

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

  /** Sets a cell to that of the row before. */
  repeat(row: number): void {
    this.#reader.store.repeat(row);
  }

  clear(): void {
    this.bytes = 0;
    // As many rows again need no growth.
    this.#reader = new CellReader(new CellStore(this.#reader.store.length));
  }

  /** The first cells; those that were never set are null. */
  finish(rowCount: number): Pick<Column, "values"> {
    const { store } = this.#reader;
    const cells = this.#isVersion1 ? store.mapped((cell) => version1Cell(cell, this.#type)) : store;
    return { values: cells.finish(rowCount, this.#type) };
  }
}
