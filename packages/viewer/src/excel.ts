// Excel files without a page.
export { excelSheet } from "./grid/export/excel-sheet.ts";
export { writeExcel } from "./write-excel.ts";
