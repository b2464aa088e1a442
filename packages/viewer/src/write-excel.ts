// Writes Excel files, in a page and for the editor.
import writeExcelFile, { type Row } from "write-excel-file/universal";
import type { ExcelCell, ExcelSheet } from "./grid/export/excel-sheet.ts";

/** An Excel file with one sheet, whose header stays in view. */
export function writeExcel({ name, widths, rows }: ExcelSheet): Promise<Blob> {
  const data: Row[] = rows.map((row) => row.map(cellOf));
  const columns = widths.map((width) => ({ width }));
  return writeExcelFile(data, { sheet: name, columns, stickyRowsCount: 1 }).toBlob();
}

function cellOf(cell: ExcelCell): Row[number] {
  if (cell === null) return null;
  if (typeof cell.value === "number")
    return { value: cell.value, type: Number, format: "format" in cell ? cell.format : "" };
  if (cell.value instanceof Date) return { value: cell.value, type: Date, format: "format" in cell ? cell.format : "" };
  return { value: cell.value, type: String, ...("isBold" in cell ? { fontWeight: "bold", wrap: true } : {}) };
}
