import { ResultDecodeError } from "../../../json/errors.ts";
import { isObject, type JsonObject } from "../../../json/value.ts";
import { CellStore } from "./cell-store.ts";
import type { ColumnDefinition } from "./definition.ts";
import { asList, asObject } from "./json.ts";

/** Collects the rows of a row-organised table into columns. */
export class RowsBody {
  readonly headerRows: JsonObject[] = [];
  readonly #byId = new Map<string, CellStore>();
  readonly #byPosition: CellStore[] = [];
  /** The first of the rows with the fewest cells. */
  #shortest: { readonly place: string; readonly count: number } | undefined;
  /** The columns of the last row with `values`, in its order, which the next row usually repeats. */
  #ids: string[] = [];
  #stores: CellStore[] = [];
  #levels: number[] | undefined;
  #rowCount = 0;

  get rowCount(): number {
    return this.#rowCount;
  }

  /** Adds an element of `data.rows`. */
  add(row: unknown, place: string): void {
    if (!isObject(row)) throw new ResultDecodeError(place, "a row must be an object");
    if (isHeaderRow(row)) {
      if (row["values"] !== undefined) throw new ResultDecodeError(place, "a header row has cells, not values");
      this.headerRows.push(row);
      return;
    }
    if (isObject(row["values"])) this.#addValues(row["values"]);
    else if (Array.isArray(row["cells"])) this.#addCells(row["cells"], place);
    else throw new ResultDecodeError(place, "a row has neither values nor cells");
    if (row["cellDetails"] !== undefined) this.setLevel(groupLevelOf(row["cellDetails"], place));
    this.endRow();
  }

  /** The store of a column named in `values`. */
  byId(id: string): CellStore {
    let store = this.#byId.get(id);
    if (store === undefined) {
      store = new CellStore();
      this.#byId.set(id, store);
    }
    return store;
  }

  byPosition(index: number): CellStore {
    const store = this.#byPosition[index] ?? new CellStore();
    this.#byPosition[index] = store;
    return store;
  }

  /** Sets the depth of the current row in the groups. */
  setLevel(level: number | undefined): void {
    if (level === undefined) return;
    this.#levels ??= [];
    this.#levels[this.#rowCount] = level;
  }

  endRow(): void {
    this.#rowCount++;
  }

  /** The stated depth of each row, 0 where a row states none; undefined where no row states one. */
  levels(): Uint8Array | undefined {
    const levels = this.#levels;
    return levels && Uint8Array.from({ length: this.#rowCount }, (_, row) => levels[row] ?? 0);
  }

  /** The stores in the order of the definition. */
  storesOf(columns: readonly ColumnDefinition[], place: string): CellStore[] {
    const defined = new Set(columns.map(({ id }) => id));
    for (const id of this.#byId.keys()) {
      if (!defined.has(id))
        throw new ResultDecodeError(place, `cells of column "${id}", which the definition does not have`);
    }
    if (this.#byPosition.length > columns.length) {
      throw new ResultDecodeError(
        place,
        `rows of ${this.#byPosition.length} cells, the definition has ${columns.length} columns`,
      );
    }
    // It is not known which column lacks a cell: the cells after it would be in the wrong columns.
    if (this.#shortest !== undefined && this.#shortest.count < columns.length) {
      const { place, count } = this.#shortest;
      throw new ResultDecodeError(place, `${count} cells, the definition has ${columns.length} columns`);
    }
    if (this.#byPosition.length > 0 && this.#byId.size > 0) {
      throw new ResultDecodeError(place, "some rows have values and some have cells");
    }
    return columns.map(({ id }, index) => this.#byPosition[index] ?? this.#byId.get(id) ?? new CellStore());
  }

  #addValues(values: JsonObject): void {
    let at = 0;
    for (const id in values) {
      if (this.#ids[at] !== id) {
        this.#ids[at] = id;
        this.#stores[at] = this.byId(id);
      }
      this.#stores[at]?.set(this.#rowCount, values[id]);
      at++;
    }
  }

  #addCells(cells: readonly unknown[], place: string): void {
    if (this.#shortest === undefined || cells.length < this.#shortest.count) {
      this.#shortest = { place, count: cells.length };
    }
    for (let index = 0; index < cells.length; index++) this.byPosition(index).set(this.#rowCount, cells[index]);
  }
}

export function isHeaderRow(row: JsonObject): boolean {
  return typeof row["rowType"] === "string" && row["rowType"].toLowerCase() === "header";
}

/** The deepest group level in the details of a row's cells. */
export function groupLevelOf(details: unknown, place: string): number | undefined {
  const listed = asList(details) ?? Object.values(asObject(details) ?? {});
  let deepest: number | undefined;
  for (const detail of listed) {
    const level = asObject(detail)?.["groupLevel"];
    if (level === undefined || level === null) continue;
    if (typeof level !== "number" || !Number.isInteger(level) || level < 0 || level > 255) {
      throw new ResultDecodeError(`${place}.cellDetails`, "a group level must be a whole number from 0 to 255");
    }
    deepest = Math.max(deepest ?? 0, level);
  }
  return deepest;
}
