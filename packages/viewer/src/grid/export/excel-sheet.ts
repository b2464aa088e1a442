import {
  cellValue,
  columnFormat,
  columnLabels,
  formatOfCell,
  isExactNumber,
  parseDay,
  plainText,
  type Table,
} from "@analytics-engines/core/results";
import { t } from "../../l10n.ts";

/** A cell of an Excel file; null for an empty one. */
export type ExcelCell =
  | { readonly value: number; readonly format: string }
  | { readonly value: Date; readonly format: string }
  | { readonly value: string; readonly isBold?: boolean }
  | null;

/** A table as rows of an Excel file, the header first. */
export interface ExcelSheet {
  readonly name: string;
  /** Widths in characters. */
  readonly widths: readonly number[];
  readonly rows: readonly (readonly ExcelCell[])[];
}

/** Numbers in full precision with the decimals of the grid, dates as dates, and all else as text, which never runs as a formula. */
export function excelSheet(table: Table, name: string): ExcelSheet {
  const { columns, rowCount } = table;
  const header = columnLabels(columns).map((value) => ({ value, isBold: true }));
  const cells = columns.map((column) => {
    const { isDate, text } = columnFormat(column);
    const formatOf = (row: number) => excelFormat(text(1.123456789, { format: formatOfCell(column, row).format }));
    const usual = excelFormat(text(1.123456789));
    return (row: number) => excelCell(cellValue(column, row), isDate, column.values.formats ? formatOf(row) : usual);
  });
  return {
    // Excel allows 31 characters, and not all of them.
    name:
      name
        .replaceAll(/[\\/*?:[\]]/g, " ")
        .slice(0, 31)
        .replaceAll(/^[' ]+|[' ]+$/g, "") || t("Table"),
    widths: columns.map(({ values }) => (values.kind === "number" ? 14 : 28)),
    rows: [header, ...Array.from({ length: rowCount }, (_, row) => cells.map((cell) => cell(row)))],
  };
}

function excelCell(value: unknown, isDate: boolean, format: string): ExcelCell {
  if (value === null) return null;
  if (typeof value === "number" && Number.isFinite(value)) return { value, format };
  // Excel keeps 15 digits of a number, so one with more stays text.
  const text = isExactNumber(value) ? value.rawJSON : plainText(value);
  const day = isDate && text.length <= 10 ? parseDay(text) : undefined;
  return day === undefined ? { value: text } : { value: new Date(day), format: "yyyy-mm-dd" };
}

/** The decimals of a number of the grid as a format of Excel. */
function excelFormat(text: string): string {
  const decimals = /\.(\d+)/.exec(text)?.[1]?.length ?? 0;
  return `#,##0${decimals > 0 ? `.${"0".repeat(decimals)}` : ""}`;
}
