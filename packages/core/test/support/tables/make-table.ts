import { withScales } from "../../../src/results/format/column-format.ts";
import type { Column, ColumnValues, Table } from "../../../src/results/table.ts";

/** A column as a test writes it: dimensions have texts or null; other columns have numbers or null, or values of any kind. */
export interface MadeColumn {
  readonly name: string;
  readonly cells: readonly unknown[];
  readonly header?: readonly string[];
  readonly isDimension?: boolean;
  readonly isHidden?: boolean;
  readonly format?: string;
  readonly nullFormat?: string;
  readonly type?: string;
}

export function makeTable(columns: readonly MadeColumn[], id = "table_0"): Table {
  return {
    id,
    rowCount: columns[0]?.cells.length ?? 0,
    columns: withScales(
      columns.map(({ name, cells, header, isDimension = false, isHidden = false, type, ...formats }): Column => {
        const values = valuesOf(cells);
        const stated = type ?? { number: "real", text: "string", json: "object" }[values.kind];
        return { id: name, name, header: header ?? [name], type: stated, isDimension, isHidden, ...formats, values };
      }),
    ),
    metadata: { items: {} },
  };
}

function valuesOf(cells: readonly unknown[]): ColumnValues {
  if (cells.every((cell) => cell === null || typeof cell === "string")) {
    const dictionary = [...new Set(cells.filter((cell) => typeof cell === "string"))];
    return {
      kind: "text",
      codes: Int32Array.from(cells, (cell) => (cell === null ? -1 : dictionary.indexOf(String(cell)))),
      dictionary,
    };
  }
  if (!cells.every((cell) => cell === null || typeof cell === "number")) return { kind: "json", values: cells };
  const values = Float64Array.from(cells, (cell) => (typeof cell === "number" ? cell : Number.NaN));
  return cells.includes(null)
    ? { kind: "number", values, isNull: Uint8Array.from(cells, (cell) => (cell === null ? 1 : 0)) }
    : { kind: "number", values };
}
