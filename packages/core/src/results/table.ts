/** A table of a decoded STACH result, stored by columns: numbers in typed arrays, repeated texts in dictionaries. */
export interface Table {
  /** The id that the result gives it. */
  readonly id: string;
  readonly rowCount: number;
  readonly columns: readonly Column[];
  /** Depth of each row in the group tree, from 0; absent if the table has no groups. */
  readonly groupLevels?: Uint8Array;
  /** Index of each row's parent, -1 if it has none; present with `groupLevels`. */
  readonly parents?: Int32Array;
  readonly metadata: TableMetadata;
}

/** How a result writes a column, or a single cell. */
export interface CellFormat {
  /** .NET number format (`{0:0.00;-0.00;--}`), if one is given. */
  readonly format?: string;
  /** What stands for a null cell. */
  readonly nullFormat?: string;
  readonly align?: "left" | "center" | "right";
}

/** The formats that single cells or rows have of their own. `formatOfCell` joins them with the format of the column. */
export interface CellFormats {
  readonly formats: readonly CellFormat[];
  /** For each row the index of its format in `formats`; -1 if it has none of its own. */
  readonly codes: Int32Array;
}

export interface Column extends CellFormat {
  readonly id: string;
  readonly name: string;
  /** The header from the outermost level to the innermost; one level for most columns. */
  readonly header: readonly string[];
  /** The type as the result states it, lower case: `string`, `real`, `int32`, `double`, `object`, ...; empty if it states none. */
  readonly type: string;
  readonly isDimension: boolean;
  readonly isHidden: boolean;
  /** The column whose groups this one divides further, by id. */
  readonly parentId?: string;
  /** The next column of the same parent, by id. */
  readonly nextSiblingId?: string;
  /**
   * How 12.5 % is written in a column of percentages: `fraction` as 0.125, which the weights of its table prove; `unproven` if it stands
   * beside such weights and may be either; absent as 12.5.
   */
  readonly scale?: "fraction" | "unproven";
  readonly values: ColumnValues;
}

/** A cell that is null in the result is null here: never 0, never an empty text. */
export type ColumnValues = {
  readonly formats?: CellFormats;
} /** `isNull` has a 1 for each null cell, whose place in `values` has NaN; absent if no cell is null. */ & (
  | { readonly kind: "number"; readonly values: Float64Array; readonly isNull?: Uint8Array }
  /** Each cell is an index into `dictionary`, -1 for null. */
  | { readonly kind: "text"; readonly codes: Int32Array; readonly dictionary: readonly string[] }
  /** Structs, arrays, booleans and mixed cells, as received; a number that a double cannot represent is an ExactNumber. */
  | { readonly kind: "json"; readonly values: readonly unknown[] }
);

export interface TableMetadata {
  /** Absolute dates, `YYYYMMDD`, to which the service resolved the relative dates. */
  readonly startDate?: string;
  readonly endDate?: string;
  readonly currency?: string;
  /** Every item as the result gives it: its name, and its values as text. */
  readonly items: Readonly<Record<string, readonly string[]>>;
}
