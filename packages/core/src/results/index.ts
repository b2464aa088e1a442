export { type ByteStream, utf8Of, utf16Of } from "../json/byte-stream.ts";
export { isJsonStream } from "../json/cursor.ts";
export { isUnreadWarning, ResultDecodeError, UnreadVersionError } from "../json/errors.ts";
export { type ExactNumber, isExactNumber, parseExactJson } from "../json/exact-number.ts";
export {
  cellValue,
  columnLabels,
  exportName,
  formatCell,
  formatOfCell,
  formatsOfRows,
  plainText,
  type TableRow,
  tableToRows,
} from "./cells.ts";
export { type Commentary, type CommentarySection, readCommentary } from "./commentary.ts";
export { compareResults, compareTables, formText, isSameTables } from "./compare/compare-tables.ts";
export { changedCellText, changedRowText, comparisonMarkdown, moveText } from "./compare/comparison-text.ts";
export {
  type LoneColumn,
  type MatchedColumns,
  matchColumns,
  namesOfRow,
  type PairedTables,
  pairTables,
} from "./compare/match.ts";
export {
  findUnmatchedTolerances,
  ToleranceUse,
  type UnmatchedTolerance,
  unmatchedToleranceText,
} from "./compare/tolerance.ts";
export type {
  CellChange,
  ColumnChanges,
  ColumnPair,
  CompareOptions,
  FormChange,
  MoveText,
  NumberChange,
  ResultComparison,
  RowKey,
  TableComparison,
  Tolerance,
} from "./compare/types.ts";
export { decodeResultBytes, decodeResultStream, findUnreadArrow, refuseTooLarge } from "./decode-bytes.ts";
export { tableToArrow } from "./export/arrow/write.ts";
export { type CsvOptions, csvFileOptions, csvLines, tableToCsv } from "./export/csv.ts";
export { type ParquetOptions, parquetPieces, tableToParquet } from "./export/parquet.ts";
export {
  type ColumnFormat,
  cellText,
  columnFormat,
  type NumberTextOptions,
  numberText,
  shortAmount,
  withScales,
} from "./format/column-format.ts";
export { columnDays, dayLabel, isoDate, parseDay, periodText } from "./format/dates.ts";
export { withMinus } from "./format/decimals.ts";
export {
  closestColumn,
  columnMatcher,
  findNamedColumns,
  type LabelledColumn,
  labelColumns,
  numberedLabels,
} from "./named-columns.ts";
export { foldHeader, headerKey } from "./reading/fold.ts";
export { type HeaderReading, type Meaning, readHeader, type Side, type Span, type Unit } from "./reading/header.ts";
export { keyColumns } from "./reading/key.ts";
export { counterpartOf, type Measure } from "./reading/measures.ts";
export type { RowRole, RowRoles } from "./reading/rows.ts";
export {
  type Effects,
  grandTotalRow,
  leafRows,
  type NameColumns,
  nounOfColumn,
  readTable,
  rowIndents,
  rowLabel,
  rowLabels,
  type TableReading,
  totalRows,
} from "./reading/table-reading.ts";
export type { Days, HeaderBlock, RowTime } from "./reading/time.ts";
export { type Moment, parseMoment } from "./reading/types.ts";
export { decodeResult } from "./stach/decode/assemble.ts";
export { numberAt, PreciseSum } from "./sums.ts";
export type { CellFormat, CellFormats, Column, ColumnValues, Table, TableMetadata } from "./table.ts";
