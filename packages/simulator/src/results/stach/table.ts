export type Cell = string | number | null | Readonly<Record<string, number>>;

/** One column of a result before it is written in one of the organisations. */
export interface TableColumn {
  /** The technical name, `PortEndingWeight`. */
  readonly name: string;
  /** The levels of its header, outermost first. */
  readonly headers: readonly string[];
  readonly type: "string" | "real" | "int32" | "object";
  readonly isDimension?: boolean;
  /** Which column's groups this one's are part of: its place among the columns. */
  readonly parent?: number;
  /** A .NET number format, `{0:0.00}`. */
  readonly format?: string;
  /** As many as the table has rows. */
  readonly cells: readonly Cell[];
}

export interface ResultTable {
  readonly columns: readonly TableColumn[];
  readonly rowCount: number;
  /** The depth of each row in the groups, 0 for the outermost; absent where nothing is grouped. */
  readonly groupLevels?: readonly number[];
  /** From name to values: absolute dates, currency, accounts, sources. */
  readonly metadata: Readonly<Record<string, readonly string[]>>;
}

/** The metadata as the service writes it. */
export function metadataItems(table: ResultTable): Record<string, { value: readonly string[] }> {
  return Object.fromEntries(Object.entries(table.metadata).map(([name, value]) => [name, { value }]));
}
