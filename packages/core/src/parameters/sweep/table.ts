import type { JsonObject, JsonPath } from "../../json/value.ts";
import type { FilePlace } from "../issues/issue.ts";
import type { ColumnPattern } from "./columns.ts";
import { fillText } from "./fill-template.ts";
import { type JobRows, makeRequest, pathOfUnit, type SweepPlan } from "./jobs.ts";

/** The rows of a sweep as an editor needs them, also where values are wrong. Rows are numbered from 0, in the order of their file. */
export interface SweepTable {
  /** The rows that give units, and the ids of these. */
  readonly units: JobRows;
  /** The names of the columns. */
  readonly columns: readonly string[];
  /** The cell of a row in a column; undefined if no column has the name. */
  namedCell(row: number, column: string): { readonly text: string; readonly range: FilePlace } | undefined;
  /** The id that the unit of a row has. */
  idOf(row: number): string;
  /** The request of a row alone, as far as its cells have values. */
  requestOf(row: number): JsonObject;
  /** Where a row begins. */
  rangeOf(row: number): FilePlace | undefined;
  /** The cell at an offset of the CSV text; undefined in the header and between rows. */
  cellAt(offset: number): SweepCell | undefined;
}

/** A cell of a CSV file, and what it is for. */
export interface SweepCell {
  readonly row: number;
  /** Its place, with quotation marks. */
  readonly range: FilePlace;
  /** Its text before the offset, and all of it. */
  readonly typed: string;
  readonly whole: string;
  readonly uses: readonly CellUse[];
  /** A text as a cell, quoted where CSV needs it. */
  write(text: string): string;
}

/** A place that a cell fills. */
export interface CellUse {
  /** In the request of the row. */
  readonly path: JsonPath;
  /** What the value has before and after the cell. */
  readonly before: string;
  readonly after: string;
}

/** The rows of a plan as an editor needs them. */
export function tableOf(plan: SweepPlan, units: JobRows, id: ColumnPattern): SweepTable {
  const { family, rows, fillings } = plan;
  const csv = rows.table;
  const idOf = (row: number) => fillText(id, rows, row);
  const jobOf = (row: number): JobRows => ({ rows: [row], ids: [idOf(row)] });
  return {
    units,
    columns: rows.columns,
    namedCell(row, name) {
      const column = rows.columns.indexOf(name);
      return column < 0 ? undefined : { text: rows.cellOf(row, column), range: rows.rangeOf(row, column) };
    },
    idOf,
    requestOf: (row) => makeRequest(plan, jobOf(row), "warning"),
    rangeOf: (row) => rows.rangeOf(row, 0),
    cellAt(offset) {
      const cell = csv.cellAt(offset);
      if (cell === undefined) return undefined;
      const { row, column } = cell;
      const range = rows.rangeOf(row, column);
      const textOf = (pieces: ColumnPattern) => fillText(pieces, rows, row);
      const uses = fillings.flatMap(({ path, pattern }): CellUse[] => {
        const at = pattern?.indexOf(column) ?? -1;
        if (pattern === undefined || at < 0) return [];
        const [before, after] = [textOf(pattern.slice(0, at)), textOf(pattern.slice(at + 1))];
        return [{ path: [...pathOfUnit(family, jobOf(row)), ...path], before, after }];
      });
      const plain = (raw: string) => (raw.startsWith('"') ? raw.slice(1).replaceAll('""', '"') : raw);
      const typed = plain(csv.text.slice(range.start.offset, offset));
      return { row, range, typed, whole: rows.cellOf(row, column), uses, write: csv.write };
    },
  };
}
