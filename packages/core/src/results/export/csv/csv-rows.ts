import { ResultDecodeError } from "../../../json/errors.ts";
import { COMMA } from "../../../json/tokens.ts";
import { readFormat } from "../../stach/decode/definition.ts";
import { asList, asObject } from "../../stach/decode/json.ts";
import { isHeaderRow } from "../../stach/decode/rows.ts";
import type { RowTarget } from "../../stach/stream/row-reader.ts";
import type { CellFormat, Table } from "../../table.ts";
import type { ByteSink } from "./byte-sink.ts";
import { FieldReader } from "./field-reader.ts";
import { CARRIAGE_RETURN, type CsvOptions, LINE_FEED } from "./fields.ts";

/** Writes rows as lines, the columns in the order of the table. */
export class CsvRows implements RowTarget {
  rowCount = 0;
  readonly #fields: readonly FieldReader[];
  readonly #visibleFields: readonly FieldReader[];
  readonly #byId: ReadonlyMap<string, FieldReader>;
  readonly #sink: ByteSink;
  readonly #place: string;
  readonly #isFormatted: boolean;
  #hasCells = false;

  /** `place` is where the rows are: `tables.<id>.data.rows`. */
  constructor({ columns }: Table, options: CsvOptions, isVersion1: boolean, sink: ByteSink, place: string) {
    const readers = columns.map((column) => ({ column, field: new FieldReader(column, options, isVersion1) }));
    this.#fields = readers.map(({ field }) => field);
    this.#visibleFields = readers
      .filter(({ column }) => options.includeHidden || !column.isHidden)
      .map(({ field }) => field);
    this.#byId = new Map(readers.map(({ column, field }) => [column.id, field]));
    this.#sink = sink;
    this.#place = place;
    this.#isFormatted = options.formatted ?? false;
  }

  takerOf(id: string): FieldReader {
    const field = this.#byId.get(id);
    if (field === undefined || this.#hasCells) {
      throw new ResultDecodeError(this.#place, `cells of column "${id}", which the definition does not have`);
    }
    return field;
  }

  /** CSV has no groups. */
  setLevel(): void {}

  endRow(): void {
    const fields = this.#visibleFields;
    for (let index = 0; index < fields.length; index++) {
      if (index > 0) this.#sink.byte(COMMA);
      fields[index]?.write(this.rowCount, this.#sink);
    }
    this.#sink.byte(CARRIAGE_RETURN);
    this.#sink.byte(LINE_FEED);
    this.rowCount++;
  }

  /** Writes a row that was parsed because it lists its cells, or has more than its values. Header rows are skipped. */
  other(row: unknown, index: number): void {
    const members = asObject(row) ?? {};
    if (isHeaderRow(members)) return;
    const place = () => `${this.#place}[${index}]`;
    const values = asObject(members["values"]);
    const cells = asList(members["cells"]);
    const format = this.#isFormatted && members["format"] ? readFormat(members["format"]) : undefined;
    // Null is written in the format of its row, too.
    if (format) for (const field of this.#fields) field.setValue(this.rowCount, null, format);
    if (values) {
      for (const [id, cell] of Object.entries(values)) this.takerOf(id).setValue(this.rowCount, cell, format);
    } else if (cells) this.#takeCells(cells, format, place);
    else throw new ResultDecodeError(place(), "a row has neither values nor cells");
    this.endRow();
  }

  #takeCells(cells: readonly unknown[], format: CellFormat | undefined, place: () => string): void {
    if (cells.length !== this.#fields.length) {
      throw new ResultDecodeError(place(), `${cells.length} cells, the definition has ${this.#fields.length} columns`);
    }
    this.#hasCells = true;
    for (const [index, cell] of cells.entries()) this.#fields[index]?.setValue(this.rowCount, cell, format);
  }
}
