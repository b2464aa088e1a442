import { readByteStreamInSteps } from "../../../json/cursor.ts";
import { ResultDecodeError } from "../../../json/errors.ts";
import type { ByteSource } from "../../byte-source.ts";
import { readFormat } from "../../stach/decode/definition.ts";
import { asList, asObject } from "../../stach/decode/json.ts";
import { isHeaderRow } from "../../stach/decode/rows.ts";
import { type Readers, readFormats, readResult, readRowsInto } from "../../stach/stream/read-result.ts";
import type { CellTaker, RowTarget } from "../../stach/stream/row-reader.ts";
import { skimRows, skimRuns, skimValues } from "../../stach/stream/skim.ts";
import type { CellFormat } from "../../table.ts";
import type { SourceTable } from "./open-table.ts";

/** Receives the cells of one column, row by row. */
export interface RowCells extends CellTaker {
  /** Sets a cell that is already parsed. A format of its row precedes that of the column. */
  setValue(row: number, written: unknown, format?: CellFormat): void;
}

/** Reads the rows of a row-organised table into the cells of its columns, which have the order of the table. */
export class TableRows implements RowTarget {
  /** `onRow` may set it to 0, from which the next row counts. */
  rowCount = 0;
  readonly place: string;
  readonly #cells: readonly RowCells[];
  readonly #byId: ReadonlyMap<string, RowCells>;
  readonly #isFormatted: boolean;
  readonly #onRow: (row: number) => void;
  #hasCells = false;

  /** @param isFormatted whether the formats of rows are needed */
  constructor(
    { table: { columns }, primary }: SourceTable,
    cells: readonly RowCells[],
    isFormatted: boolean,
    onRow: (row: number) => void,
  ) {
    this.place = `${primary.table.place}.data.rows`;
    this.#cells = cells;
    this.#byId = new Map(cells.map((each, index) => [columns[index]?.id ?? "", each]));
    this.#isFormatted = isFormatted;
    this.#onRow = onRow;
  }

  takerOf(id: string): RowCells {
    const cells = this.#byId.get(id);
    if (cells === undefined || this.#hasCells) {
      throw new ResultDecodeError(this.place, `cells of column "${id}", which the definition does not have`);
    }
    return cells;
  }

  /** Files of tables have no groups. */
  setLevel(): void {}

  endRow(): void {
    this.#onRow(this.rowCount++);
  }

  /** Takes a row that was parsed because it lists its cells, or has more than its values. Header rows are skipped. */
  other(row: unknown, index: number): void {
    const members = asObject(row) ?? {};
    if (isHeaderRow(members)) return;
    const place = () => `${this.place}[${index}]`;
    const values = asObject(members["values"]);
    const cells = asList(members["cells"]);
    const format = this.#isFormatted && members["format"] ? readFormat(members["format"]) : undefined;
    // Null is written in the format of its row, too.
    if (format) for (const each of this.#cells) each.setValue(this.rowCount, null, format);
    if (values) {
      for (const [id, cell] of Object.entries(values)) this.takerOf(id).setValue(this.rowCount, cell, format);
    } else if (cells) this.#takeCells(cells, format, place);
    else throw new ResultDecodeError(place(), "a row has neither values nor cells");
    this.endRow();
  }

  #takeCells(cells: readonly unknown[], format: CellFormat | undefined, place: () => string): void {
    if (cells.length !== this.#cells.length) {
      throw new ResultDecodeError(place(), `${cells.length} cells, the definition has ${this.#cells.length} columns`);
    }
    this.#hasCells = true;
    for (const [index, cell] of cells.entries()) this.#cells[index]?.setValue(this.rowCount, cell, format);
  }
}

/** Reads the rows of one table of a source, and yields each time before it waits for more bytes. */
export async function* readTableRows(
  source: ByteSource,
  { primary }: SourceTable,
  rows: TableRows,
): AsyncGenerator<undefined> {
  const readers: Readers = {
    formats: readFormats,
    rows: (cursor, table) =>
      table.key === primary.table.key ? readRowsInto(cursor, rows.place, rows) : skimRows(cursor, table),
    values: skimValues,
    ranges: skimRuns,
  };
  yield* readByteStreamInSteps(source(0), (cursor) => readResult(cursor, readers));
}
