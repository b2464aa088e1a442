export type { ByteStream } from "../json/chunks.ts";
export { isUnreadWarning, ResultDecodeError, UnreadVersionError } from "../json/errors.ts";
export { type ExactNumber, isExactNumber, parseExactJson } from "../json/exact-number.ts";
export { isJsonStream } from "../json/is-json-stream.ts";
export { utf8Of, utf16Of } from "../json/utf16.ts";
export type { ByteSource } from "./byte-source.ts";
export { cellValue, formatCell, formatOfCell, formatsOfRows, plainText } from "./cells.ts";
export { type Commentary, type CommentarySection, readCommentary } from "./commentary.ts";
export { changedCellText, changedRowText } from "./compare/change-text.ts";
export { compareResults, formText } from "./compare/compare-results.ts";
export { compareTables } from "./compare/compare-tables.ts";
export { comparisonMarkdown } from "./compare/markdown.ts";
export { type ColumnPair, type LoneColumn, type MatchedColumns, matchColumns } from "./compare/match-columns.ts";
export { namesOfRow } from "./compare/match-rows.ts";
export { moveText } from "./compare/move-text.ts";
export { type PairedTables, pairTables } from "./compare/pair-tables.ts";
export { isSameTables } from "./compare/same-tables.ts";
export {
  findUnmatchedTolerances,
  ToleranceUse,
  type UnmatchedTolerance,
  unmatchedToleranceText,
} from "./compare/tolerance-use.ts";
export type {
  CellChange,
  ColumnChanges,
  CompareOptions,
  FormChange,
  MoveText,
  NumberChange,
  ResultComparison,
  RowKey,
  TableComparison,
  Tolerance,
} from "./compare/types.ts";
export { decodeResultBytes, decodeResultStream, findUnreadArrow } from "./decode-bytes.ts";
export { tableToArrow } from "./export/arrow/write.ts";
export { type CsvStreamOptions, csvStream } from "./export/csv/csv-stream.ts";
export { type CsvOptions, csvFileOptions } from "./export/csv/fields.ts";
export { csvLines, tableToCsv } from "./export/csv/table-to-csv.ts";
export { parquetStream } from "./export/parquet/parquet-stream.ts";
export { type ParquetOptions, tableToParquet } from "./export/parquet/table-to-parquet.ts";
export { chunkStream } from "./export/source/chunk-stream.ts";
export { type TableRow, tableToRows } from "./export/table-to-rows.ts";
export {
  type ColumnFormat,
  cellText,
  columnFormat,
  type NumberTextOptions,
  numberText,
  shortAmount,
} from "./format/column-format.ts";
export { columnDays, dayLabel, isoDate, parseDay, periodText } from "./format/dates.ts";
export { withScales } from "./format/scale.ts";
export { withMinus } from "./format/with-minus.ts";
export { columnLabels, exportName } from "./labels.ts";
export {
  closestColumn,
  columnMatcher,
  findNamedColumns,
  type LabelledColumn,
  labelColumns,
} from "./named-columns.ts";
export { PreciseSum } from "./precise-sum.ts";
export type { Effects } from "./reading/effects.ts";
export { foldHeader, headerKey } from "./reading/fold.ts";
export { type HeaderReading, type Meaning, readHeader, type Side, type Span, type Unit } from "./reading/header.ts";
export { keyColumns } from "./reading/key.ts";
export { counterpartOf, type Measure } from "./reading/measures.ts";
export { type Moment, parseMoment } from "./reading/moment.ts";
export { type NameColumns, nounOfColumn, rowLabel, rowLabels } from "./reading/names.ts";
export type { RowRole, RowRoles } from "./reading/rows.ts";
export { numberAt } from "./reading/sums.ts";
export {
  grandTotalRow,
  leafRows,
  readTable,
  rowIndents,
  type TableReading,
  totalRows,
} from "./reading/table-reading.ts";
export type { Days, HeaderBlock, RowTime } from "./reading/time.ts";
export { decodeResult } from "./stach/decode/result.ts";
export { outlineResult, type ResultOutline, type TableOutline } from "./stach/outline.ts";
export { outlineResultStream } from "./stach/stream/outline-stream.ts";
export type { CellFormat, CellFormats, Column, ColumnValues, Table, TableMetadata } from "./table.ts";
