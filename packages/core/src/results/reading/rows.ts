import { formatCell } from "../cells.ts";
import { parentsOf } from "../stach/decode/rows.ts";
import { compareSum, numberAt } from "../sums.ts";
import type { Column, Table } from "../table.ts";
import { readHeader } from "./header.ts";
import type { Measure } from "./measures.ts";

/**
 * What a row is. A total is the sum or the average of the whole table (in a table over time, of its date), a subtotal is that of rows beside it,
 * a group has rows below it, and a note has no number.
 */
export type RowRole = "total" | "subtotal" | "group" | "leaf" | "note";

/** The roles of the rows, and how deep each stands. */
export interface RowRoles {
  readonly roles: readonly RowRole[];
  /** Depth of each row: 0 for totals, 1 for the outermost groups (of a table without groups: all its rows), and so on. */
  readonly levels: Uint8Array;
  /** Index of the group of each row; -1 for none. A total is the group of no row. */
  readonly parents: Int32Array;
}

/** `Total` alone is a total. */
const TOTAL = /^(the )?(grand |overall |portfolio |fund |account )?totals?( (portfolio|fund|account))?:?$/i;
/** These names belong to totals, but also to companies and funds: the numbers decide. */
const MAYBE_TOTAL = /^(sub-?)?totals?\b|\b(sub-?)?totals?$/i;
/** The total of such a class of assets, if no number can decide. */
const TOTAL_OF_CLASS =
  /^(sub-?)?totals? (equit(y|ies)|stocks?|bonds?|fixed[ -]income|cash|assets?|liabilities|long|short|net|other)$|^sub-?totals?$/i;

/** The groups of the rows. */
interface Tree {
  /** From 0 for the rows that are in no group. */
  readonly depths: Uint8Array;
  /** The row of each row's group; -1 for none. */
  readonly parents: Int32Array;
}

/**
 * Reads what each row is, by the group tree of the table, its names and its numbers.
 * @param names the columns that name rows, the outermost group first
 */
export function readRows(table: Table, names: readonly number[], measures: readonly Measure[]): RowRoles {
  const { rowCount, groupLevels } = table;
  const tree =
    groupLevels === undefined
      ? treeOfNames(table, names)
      : { depths: groupLevels, parents: table.parents ?? parentsOf(groupLevels) };
  const nameOfRow = onlyNames(table, names);
  const hasNumber = numberedRows(rowCount, measures);
  const isGroup = new Uint8Array(rowCount);
  for (const parent of tree?.parents ?? []) if (parent >= 0) isGroup[parent] = 1;
  const roles = Array.from({ length: rowCount }, (_, row): RowRole => {
    if (TOTAL.test(nameOfRow(row))) return (tree?.depths[row] ?? 0) === 0 ? "total" : "subtotal";
    if (isGroup[row] === 1) return "group";
    return measures.length > 0 && hasNumber[row] === 0 ? "note" : "leaf";
  });
  if (tree === undefined) findTotalsByNumbers(roles, nameOfRow, measures);
  else promoteSingleRoot(roles, tree);
  return { roles, ...normalTree(roles, tree) };
}

/** The text of a row that has only one; empty for a row with none or several. */
function onlyNames({ columns }: Table, names: readonly number[]): (row: number) => string {
  const named = names.flatMap((index) => columns[index] ?? []);
  return (row) => {
    let name = "";
    for (const column of named) {
      const text = textOf(column, row);
      if (text === "" || text === name) continue;
      if (name !== "") return "";
      name = text;
    }
    return name;
  };
}

function textOf(column: Column, row: number): string {
  const { values } = column;
  return (values.kind === "text" ? (values.dictionary[values.codes[row] ?? -1] ?? "") : formatCell(column, row)).trim();
}

/**
 * The tree of a table that does not state it: a row names its groups from the outermost, and leaves the inner ones empty. Undefined if no row is
 * a part of another. A symbol is no group.
 */
function treeOfNames({ columns, rowCount }: Table, names: readonly number[]): Tree | undefined {
  const groups = names
    .flatMap((index) => columns[index] ?? [])
    .filter(({ isDimension, header }) => isDimension && readHeader(header).meaning !== "identifier");
  if (groups.length < 2) return undefined;
  const depths = new Uint8Array(rowCount);
  const paths: string[] = [];
  const rowOfPath = new Map<string, number>();
  for (let row = 0; row < rowCount; row++) {
    const texts = groups.map((column) => textOf(column, row));
    const depth = Math.max(
      0,
      texts.findLastIndex((text) => text !== ""),
    );
    // Each row of a tree names its outer groups.
    if (texts.slice(0, depth).includes("")) return undefined;
    depths[row] = depth;
    const path = pathText(texts, depth);
    paths.push(path);
    if (!rowOfPath.has(path)) rowOfPath.set(path, row);
  }
  if (depths.every((depth) => depth === depths[0])) return undefined;
  const parents = Int32Array.from(paths, (path) => {
    // A group without a row of its own leaves its rows to the next outer one.
    for (let outer = outerPath(path); outer !== undefined; outer = outerPath(outer)) {
      const parent = rowOfPath.get(outer);
      if (parent !== undefined) return parent;
    }
    return -1;
  });
  return { depths, parents };
}

const PATH_SEPARATOR = "\u0000";

function pathText(texts: readonly string[], depth: number): string {
  return texts.slice(0, depth + 1).join(PATH_SEPARATOR);
}

/** The path of the group around a path; undefined for an outermost one. */
function outerPath(path: string): string | undefined {
  const end = path.lastIndexOf(PATH_SEPARATOR);
  return end < 0 ? undefined : path.slice(0, end);
}

function numberedRows(rowCount: number, measures: readonly Measure[]): Uint8Array {
  const hasNumber = new Uint8Array(rowCount);
  for (const { column } of measures) {
    const { values } = column;
    if (values.kind !== "number") continue;
    for (let row = 0; row < rowCount; row++) if (values.isNull?.[row] !== 1) hasNumber[row] = 1;
  }
  return hasNumber;
}

/** Without a row called Total, a single row above all others is the total. */
function promoteSingleRoot(roles: RowRole[], { depths }: Tree): void {
  if (roles.includes("total")) return;
  const roots = [...depths.keys()].filter((row) => depths[row] === 0 && roles[row] !== "note");
  const [root] = roots;
  if (root !== undefined && roots.length === 1 && roles[root] === "group") roles[root] = "total";
}

/** More rows called totals than this are securities. */
const MAX_CANDIDATES = 40;

/** The rows of a table without groups whose numbers are the sums of others: of all others, or of those since the last subtotal. */
function findTotalsByNumbers(roles: RowRole[], nameOfRow: (row: number) => string, measures: readonly Measure[]): void {
  const additive = measures.filter(isAdditive);
  const leaves = [...roles.keys()].filter((row) => roles[row] === "leaf");
  const named = leaves.filter((row) => MAYBE_TOTAL.test(nameOfRow(row)));
  const candidates = named.length <= MAX_CANDIDATES ? named : [];
  const parts = leaves.filter((row) => !candidates.includes(row));
  let start = 0;
  for (const row of candidates) {
    const before = parts.filter((part) => part >= start && part < row);
    const isClass = additive.length === 0 && TOTAL_OF_CLASS.test(nameOfRow(row));
    if (!roles.includes("total") && areSumOf(additive, row, parts)) roles[row] = "total";
    else if (isClass || areSumOf(additive, row, before)) roles[row] = "subtotal";
    else continue;
    start = row + 1;
  }
  if (roles.includes("total") || leaves.length < 3) return;
  // Such as a row with the name of the portfolio: its weight is 100, and so is that of all others together. Several such rows may be accounts.
  const [total, ...otherWholes] = leaves.filter((row) => isWhole(additive, row));
  if (total === undefined || otherWholes.length > 0) return;
  const others = leaves.filter((leaf) => leaf !== total);
  if (areSumOf(additive, total, others)) roles[total] = "total";
}

/** Whether the rows of a measure add up to their total. A market capitalization is that of a company, and its total an average. */
function isAdditive({ meaning, span, name, side }: Measure): boolean {
  if (span !== undefined && span !== "period") return false;
  if (meaning === "market-value") return side === "portfolio" && !/\bcap/i.test(name);
  return meaning.startsWith("weight") || meaning === "contribution" || meaning.startsWith("effect-");
}

function isWhole(measures: readonly Measure[], row: number): boolean {
  return measures.some(({ meaning, column }) => {
    const value = numberAt(column, row);
    const isWeight = meaning === "weight" || meaning === "weight-benchmark";
    return isWeight && (column.scale === "fraction" ? Math.abs(value - 1) <= 5e-4 : Math.abs(value - 100) <= 0.05);
  });
}

/** Whether in each measure the number of a row is the sum of those of the parts, as far as rounded numbers show. */
function areSumOf(measures: readonly Measure[], row: number, parts: readonly number[]): boolean {
  if (parts.length < 2) return false;
  const verdicts = measures.map(({ column }) =>
    compareSum(
      column,
      numberAt(column, row),
      parts.map((part) => numberAt(column, part)),
    ),
  );
  return verdicts.includes("equal") && !verdicts.includes("different");
}

/** Levels with the totals at 0 and the outermost other rows at 1, wherever a total stands. */
function normalTree(roles: readonly RowRole[], tree: Tree | undefined): Pick<RowRoles, "levels" | "parents"> {
  const shallowest = roles.reduce(
    (least, role, row) => (role === "total" || role === "note" ? least : Math.min(least, tree?.depths[row] ?? 0)),
    255,
  );
  const levels = Uint8Array.from(roles, (role, row) =>
    role === "total" ? 0 : Math.max(1, (tree?.depths[row] ?? 0) - shallowest + 1),
  );
  const parents = Int32Array.from(roles, (_, row) => {
    const parent = tree?.parents[row] ?? -1;
    return roles[parent] === "group" ? parent : -1;
  });
  return { levels, parents };
}
