import {
  type Column,
  cellText,
  cellValue,
  columnDays,
  formatsOfRows,
  isoDate,
  plainText,
  type Table,
} from "@analytics-engines/core/results";
import { t } from "../../l10n.ts";
import { headerLevels } from "../../text.ts";

/** A table as a grid shows it. */
export interface GridTable {
  /** The table. If it has a tree, its last column has the name of each row. */
  readonly table: Table;
  /** The index of the column with the tree; -1 without one. */
  readonly tree: number;
  /** Columns that the reader does not need: those that the tree replaces, and one that says `Total` in each row. */
  readonly folded: ReadonlySet<number>;
  /** All columns in the order to show them. */
  readonly order: readonly number[];
  /** The names of the levels of the tree, from the outermost; empty if they are unknown. */
  readonly levelNames: readonly string[];
}

/**
 * Folds the columns of the groups of a table (total, sector, industry, security) into one: each row shows its own name, and its place in
 * the tree says the rest. A table with one tree for each date has the date in the name of its root.
 */
export function gridTable(table: Table): GridTable {
  const all = [...table.columns.keys()];
  const isTree = table.parents?.some((parent) => parent >= 0) === true;
  const levels = isTree ? groupColumns(table) : [];
  const totals = totalColumns(table);
  if (levels.length < 2) {
    const tree = isTree ? all.findIndex((index) => table.columns[index]?.isHidden === false) : -1;
    return { table, tree, folded: new Set(totals), order: all, levelNames: [] };
  }
  const outer = all.slice(0, levels[0]).filter((index) => isOfRoots(table, index));
  const index = table.columns.length;
  const names = [...outer.slice(0, 1), ...levels.slice(outer.length > 0 ? 1 : 0)].map((level) => nameOf(table, level));
  return {
    table: { ...table, columns: [...table.columns, treeColumn(table, levels, outer)] },
    tree: index,
    folded: new Set([...levels, ...outer, ...totals]),
    order: [index, ...all],
    levelNames: names,
  };
}

/** The columns of the groups from the outermost: dimensions that name each other as parents. */
function groupColumns({ columns }: Table): number[] {
  const byId = new Map(columns.map((column, index) => [column.id, index]));
  const childOf = new Map<number, number>();
  for (const [index, { isDimension, parentId }] of columns.entries()) {
    const parent = parentId === undefined ? undefined : byId.get(parentId);
    if (isDimension && parent !== undefined && parent !== index) childOf.set(parent, index);
  }
  const children = new Set(childOf.values());
  const chain: number[] = [];
  for (
    let at = [...childOf.keys()].find((index) => !children.has(index));
    at !== undefined && !chain.includes(at);
    at = childOf.get(at)
  )
    chain.push(at);
  return chain.every((index) => columns[index]?.values.kind === "text") ? chain : [];
}

function treeColumn(table: Table, levels: readonly number[], outer: readonly number[]): Column {
  const columns = levels.flatMap((index) => table.columns[index] ?? []);
  const outerColumns = outer.flatMap((index) => table.columns[index] ?? []);
  const codeOf = new Map<string, number>();
  const codes = Int32Array.from({ length: table.rowCount }, (_, row) => {
    const innermost = columns.findLast((column) => cellValue(column, row) !== null);
    const isRoot = (table.parents?.[row] ?? -1) < 0;
    const outerNames = (isRoot ? outerColumns : []).map((column) => cellText(column, row));
    const innerName = innermost ? cellText(innermost, row) : "";
    // A date alone names the total of that date.
    const parts =
      innerName === "" || (outerNames.length > 0 && /^total$/i.test(innerName))
        ? outerNames
        : [...outerNames, innerName];
    if (parts.length === 0) return -1;
    const name = parts.join(" ");
    const code = codeOf.get(name) ?? codeOf.size;
    codeOf.set(name, code);
    return code;
  });
  // "Total" says nothing beside the names of groups.
  const names = [...outer, ...levels].map((index) => nameOf(table, index));
  const header = names.filter((name) => name.toLowerCase() !== "total").join(", ") || t("Total");
  return {
    id: "tree",
    name: header,
    header: [header],
    type: "string",
    isDimension: true,
    isHidden: false,
    values: { kind: "text", codes, dictionary: [...codeOf.keys()] },
  };
}

function nameOf({ columns }: Table, index: number): string {
  const column = columns[index];
  return column?.header.at(-1) ?? column?.name ?? "";
}

/** The columns that repeat their own header in each row, as `Total` does where a result has no groups. None if a row has no other name. */
function totalColumns({ columns, rowCount }: Table): readonly number[] {
  const totals = [...columns.keys()].filter((index) => repeatsHeader(columns[index]));
  if (totals.length === 0) return [];
  const namingColumns = columns.filter(
    ({ isDimension, isHidden }, index) => isDimension && !isHidden && !totals.includes(index),
  );
  for (let row = 0; row < rowCount; row++)
    if (!namingColumns.some((column) => plainText(cellValue(column, row)) !== "")) return [];
  return totals;
}

function repeatsHeader(column: Column | undefined): boolean {
  if (column?.values.kind !== "text" || !column.isDimension) return false;
  const { codes, dictionary } = column.values;
  return dictionary.length === 1 && dictionary[0] === column.header.at(-1) && !codes.includes(-1);
}

/** Whether a column has one value for a root and all rows below it, such as the date of each of several trees. */
function isOfRoots({ columns, rowCount, parents }: Table, index: number): boolean {
  const column = columns[index];
  if (column?.values.kind !== "text" || column.isHidden || !column.isDimension) return false;
  const { codes } = column.values;
  for (let row = 0; row < rowCount; row++) {
    const parent = parents?.[row] ?? -1;
    if (codes[row] === -1 || (parent >= 0 && codes[parent] !== codes[row])) return false;
  }
  return true;
}

/**
 * A part of a table as a table of its own, in the order of the view and in full precision. Dates are ISO, so that no program reads
 * 01/02/2025 as the first of February.
 */
export function viewTable(table: Table, rows: Int32Array, columns: readonly number[]): Table {
  return {
    id: table.id,
    rowCount: rows.length,
    columns: columns.flatMap((index) => {
      const column = table.columns[index];
      return column ? [pick(column, rows)] : [];
    }),
    metadata: table.metadata,
  };
}

function pick(column: Column, rows: Int32Array): Column {
  const base = { ...column, isHidden: false, header: headerLevels(column) };
  const { values } = column;
  const formats = formatsOfRows(column, rows);
  if (values.kind === "number") {
    const { isNull } = values;
    const numbers = Float64Array.from(rows, (row) => values.values[row] ?? Number.NaN);
    if (isNull === undefined) return { ...base, values: { kind: "number", values: numbers, ...formats } };
    const nulls = Uint8Array.from(rows, (row) => isNull[row] ?? 0);
    return { ...base, values: { kind: "number", values: numbers, isNull: nulls, ...formats } };
  }
  if (values.kind === "json") {
    const cells = Array.from(rows, (row) => values.values[row] ?? null);
    return { ...base, values: { kind: "json", values: cells, ...formats } };
  }
  const codes = Int32Array.from(rows, (row) => values.codes[row] ?? -1);
  const isDate = columnDays(column) !== undefined;
  const dictionary = isDate ? values.dictionary.map((text) => isoDate(text) ?? text) : values.dictionary;
  return { ...base, values: { kind: "text", codes, dictionary, ...formats } };
}
