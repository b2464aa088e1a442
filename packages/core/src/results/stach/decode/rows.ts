import { ResultDecodeError } from "../../../json/errors.ts";
import { asList, asObject, entries, inObjectOrder, isObject, type JsonObject } from "../../../json/value.ts";
import type { Column, Table } from "../../table.ts";
import { CellReader } from "../stream/cell-reader.ts";
import { FormatReader } from "./cell-formats.ts";
import { CellStore } from "./cell-store.ts";
import { type ColumnDefinition, idText } from "./definition.ts";

/** Row ids are used only to read header tables, which are shorter than this. */
const MAX_ROW_IDS = 100_000;

/** Collects the elements of `data.rows`: the rows of a row-organised table, or the ids of the rows of a column-organised one. */
export class RowsBody {
  readonly headerRows: JsonObject[] = [];
  /** The row ids that a column-organised table lists. */
  readonly rowIds: (string | undefined)[] = [];
  /** The formats that rows have of their own. */
  readonly formats = new FormatReader();
  listedRows = 0;
  rowCount = 0;
  readonly #path: string;
  readonly #byId = new Map<string, CellStore>();
  readonly #byPosition: CellStore[] = [];
  /** The first of the rows with the fewest cells. */
  #shortest: { readonly path: string; readonly count: number } | undefined;
  #levels: number[] | undefined;

  /** `path` says where the rows are: `tables.<id>.data.rows`. */
  constructor(path: string) {
    this.#path = path;
  }

  sinkFor(id: string): CellReader {
    return new CellReader(this.#storeOf(id));
  }

  /** Adds a row that was parsed because it has more than its values, or only an id. */
  addParsedRow(row: unknown, index: number): void {
    const path = `${this.#path}[${index}]`;
    const members = asObject(row) ?? {};
    const { values, cells, rowType, cellDetails } = members;
    if (values === undefined && cells === undefined && rowType === undefined) {
      if (this.listedRows < MAX_ROW_IDS) this.rowIds.push(idText(members["id"]));
      this.formats.add(this.listedRows, members["format"]);
      this.listedRows++;
      return;
    }
    if (isHeaderRow(members)) {
      if (values !== undefined) throw new ResultDecodeError(path, "a header row has cells, not values");
      this.headerRows.push(members);
      return;
    }
    if (isObject(values)) {
      for (const [id, cell] of entries(values)) this.#storeOf(id).set(this.rowCount, cell);
    } else if (Array.isArray(cells)) this.#addCells(cells, path);
    else throw new ResultDecodeError(path, "a row has neither values nor cells");
    if (cellDetails !== undefined) this.setLevel(groupLevelOf(cellDetails, path));
    this.formats.add(this.rowCount, members["format"]);
    this.endRow();
  }

  /** Sets the depth of the current row in the groups. */
  setLevel(level: number | undefined): void {
    if (level === undefined) return;
    this.#levels ??= [];
    this.#levels[this.rowCount] = level;
  }

  endRow(): void {
    this.rowCount++;
  }

  /** The depth that each row states, or 0 if it states none; undefined if no row states one. */
  levels(): Uint8Array | undefined {
    const levels = this.#levels;
    return levels && Uint8Array.from({ length: this.rowCount }, (_, row) => levels[row] ?? 0);
  }

  /** The columns that rows of values name, in the order of an object; undefined if no row has values. */
  get valueKeys(): readonly string[] | undefined {
    return this.rowCount > 0 && this.#shortest === undefined ? inObjectOrder([...this.#byId.keys()]) : undefined;
  }

  /** The stores in the order of the definition. */
  storesOf(columns: readonly ColumnDefinition[]): CellStore[] {
    const path = this.#path;
    const definedIds = new Set(columns.map(({ id }) => id));
    for (const id of this.#byId.keys()) {
      if (!definedIds.has(id))
        throw new ResultDecodeError(path, `cells of column "${id}", which the definition does not have`);
    }
    if (this.#byPosition.length > columns.length) {
      throw new ResultDecodeError(
        path,
        `rows of ${this.#byPosition.length} cells, the definition has ${columns.length} columns`,
      );
    }
    // It is not known which column has no cell, so the cells after it could be in the wrong columns.
    if (this.#shortest !== undefined && this.#shortest.count < columns.length) {
      const { path, count } = this.#shortest;
      throw new ResultDecodeError(path, `${count} cells, the definition has ${columns.length} columns`);
    }
    if (this.#byPosition.length > 0 && this.#byId.size > 0) {
      throw new ResultDecodeError(path, "some rows have values and some have cells");
    }
    return columns.map(({ id }, index) => this.#byPosition[index] ?? this.#byId.get(id) ?? new CellStore());
  }

  #addCells(cells: readonly unknown[], path: string): void {
    if (this.#shortest === undefined || cells.length < this.#shortest.count) {
      this.#shortest = { path, count: cells.length };
    }
    for (const [index, cell] of cells.entries()) {
      this.#byPosition[index] ??= new CellStore();
      this.#byPosition[index].set(this.rowCount, cell);
    }
  }

  /** The store of a column named in `values`. */
  #storeOf(id: string): CellStore {
    const store = this.#byId.get(id) ?? new CellStore();
    this.#byId.set(id, store);
    return store;
  }
}

function isHeaderRow(row: JsonObject): boolean {
  return typeof row["rowType"] === "string" && row["rowType"].toLowerCase() === "header";
}

/** The deepest group level in the details of a row's cells. */
export function groupLevelOf(details: unknown, path: string): number | undefined {
  const listed = asList(details) ?? Object.values(asObject(details) ?? {});
  let deepest: number | undefined;
  for (const detail of listed) {
    const level = asObject(detail)?.["groupLevel"];
    if (level === undefined || level === null) continue;
    if (typeof level !== "number" || !Number.isInteger(level) || level < 0 || level > 255) {
      throw new ResultDecodeError(`${path}.cellDetails`, "a group level must be a whole number from 0 to 255");
    }
    deepest = Math.max(deepest ?? 0, level);
  }
  return deepest;
}

/**
 * The depth of each row in the groups, if the result does not state it. Dimension columns that name a parent column are the levels of a
 * tree; the depth of a row is its deepest level that is not null.
 */
export function levelsOfParents(
  definitions: readonly ColumnDefinition[],
  columns: readonly Column[],
  rowCount: number,
): Uint8Array | undefined {
  const depths = depthsOf(definitions);
  if (depths.size === 0) return undefined;
  const levels = new Uint8Array(rowCount);
  for (const [index, depth] of depths) {
    const values = columns[index]?.values;
    if (values === undefined) continue;
    for (let row = 0; row < rowCount; row++) {
      const isNull =
        values.kind === "text"
          ? values.codes[row] === -1
          : values.kind === "number"
            ? values.isNull?.[row] === 1
            : values.values[row] === null;
      if (!isNull && depth > (levels[row] ?? 0)) levels[row] = depth;
    }
  }
  return levels;
}

/** The columns of the tree with their depths, by index; empty if no dimension refers to another. */
function depthsOf(definitions: readonly ColumnDefinition[]): Map<number, number> {
  const indexOf = new Map(definitions.map((column, index) => [column.id, index]));
  const parentOf = (index: number): number | undefined => {
    const column = definitions[index];
    return column?.isDimension && column.parentId !== undefined ? indexOf.get(column.parentId) : undefined;
  };
  const depths = new Map<number, number>();
  for (const index of definitions.keys()) {
    let depth = 0;
    // The limit ends a circle of parents.
    for (let at = parentOf(index); at !== undefined && depth < Math.min(definitions.length, 255); at = parentOf(at)) {
      depths.set(at, depths.get(at) ?? 0);
      depth++;
    }
    if (depth > 0) depths.set(index, depth);
  }
  return depths;
}

/** The parent of each row: the nearest row above with a smaller depth; -1 if there is none. */
export function parentsOf(levels: Uint8Array): NonNullable<Table["parents"]> {
  const parents = new Int32Array(levels.length).fill(-1);
  const open: number[] = [];
  for (const [row, level] of levels.entries()) {
    while (open.length > 0 && (levels[open.at(-1) ?? 0] ?? 0) >= level) open.pop();
    parents[row] = open.at(-1) ?? -1;
    open.push(row);
  }
  return parents;
}
