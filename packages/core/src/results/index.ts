export { type ArrowKind, arrowKind } from "./arrow/kind.ts";
export { tableToArrow } from "./arrow/write.ts";
export { cellValue, formatCell, plainText } from "./cells.ts";
export { type Commentary, type CommentarySection, readCommentary } from "./commentary.ts";
export { compareResults } from "./compare/compare-results.ts";
export { compareTables } from "./compare/compare-tables.ts";
export { comparisonMarkdown } from "./compare/markdown.ts";
export { type ColumnPair, type LoneColumn, type MatchedColumns, matchColumns } from "./compare/match-columns.ts";
export { type PairedTables, pairTables } from "./compare/pair-tables.ts";
export { parseTolerance } from "./compare/parse-tolerance.ts";
export { isSameTables } from "./compare/same-tables.ts";
export type {
  CellChange,
  ColumnChanges,
  CompareOptions,
  NumberChange,
  ResultComparison,
  RowKey,
  TableComparison,
  Tolerance,
} from "./compare/types.ts";
export type { ByteSource } from "./csv/byte-source.ts";
export { type CsvStreamOptions, csvStream } from "./csv/csv-stream.ts";
export { type CsvOptions, isFormula } from "./csv/fields.ts";
export { csvLines, tableToCsv } from "./csv/table-to-csv.ts";
export { decodeResult } from "./decode/result.ts";
export { decodeResultBytes, decodeResultStream } from "./decode-bytes.ts";
export { ResultDecodeError } from "./errors.ts";
export { type ExactNumber, isExactNumber, parseExactJson } from "./exact-number.ts";
export { columnLabels } from "./labels.ts";
export { outlineResult, type ResultOutline, type TableOutline } from "./outline.ts";
export type { ByteStream } from "./stream/chunks.ts";
export { outlineResultStream } from "./stream/outline-stream.ts";
export type { Column, ColumnValues, Table, TableMetadata } from "./table.ts";
