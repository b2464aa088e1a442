import { formatCell } from "../cells.ts";
import { compareSum, numberAt } from "../sums.ts";
import type { Column, Table } from "../table.ts";
import { foldHeader } from "./fold.ts";
import { type Meaning, readHeader } from "./header.ts";
import { completeMeasures, type Measure, readMeasures } from "./measures.ts";
import { type RowRoles, readRows } from "./rows.ts";
import { type Days, daysOf, type HeaderBlock, type RowTime, readBlocks, readRowTime } from "./time.ts";

/** What a table is. Figures, charts, comparison and checks decide nothing of this themselves. */
export interface TableReading extends RowRoles, NameColumns {
  readonly table: Table;
  /** The columns of dates, also those that are no time. */
  readonly dates: ReadonlyMap<number, Days>;
  /** The time of the rows; undefined if the rows are not of days or periods. */
  readonly time: RowTime | undefined;
  /** The days and periods of the headers, by their last day; the block of all periods is the last. */
  readonly blocks: readonly HeaderBlock[];
  /** All columns of numbers, as their headers and the table say. */
  readonly measures: readonly Measure[];
  /** The measures that figures and charts are about: those of the last block of the headers, or of the block of all periods. */
  readonly current: readonly Measure[];
  /** The effects among the current measures. */
  readonly effects: Effects;
  /** Whether the rows are measures of different units, and the columns are accounts: no axis fits them, and no sum. */
  readonly rowsAreMeasures: boolean;
}

const readings = new WeakMap<Table, TableReading>();

/** Reads a table, once: what its rows, columns and numbers are. Never throws. */
export function readTable(table: Table): TableReading {
  const reading = readings.get(table) ?? makeReading(table);
  readings.set(table, reading);
  return reading;
}

function makeReading(table: Table): TableReading {
  const dates = new Map(
    table.columns.flatMap((column, index) => {
      const days = column.isHidden ? undefined : daysOf(column);
      return days === undefined ? [] : [[index, days] as const];
    }),
  );
  const nameColumns = readNames(table, dates);
  const header = readMeasures(table, dates);
  const { blocks, blockOfColumn } = readBlocks(table, header, dates);
  const placed = header.map((measure) => ({ ...measure, block: blockOfColumn.get(measure.index) ?? -1 }));
  const measures = completeMeasures(table, placed);
  const current = measures.filter(({ block }) => block < 0 || block === blocks.length - 1);
  const rows = readRows(table, nameColumns.names, current);
  return {
    table,
    dates,
    ...nameColumns,
    ...rows,
    time: readRowTime(table, dates, nameColumns.names, rows.roles),
    blocks,
    measures,
    current,
    effects: readEffects(current, table.rowCount),
    rowsAreMeasures: areMeasures(table, nameColumns, rows, current),
  };
}

/** More rows than this are not read as names of measures. */
const MAX_MEASURE_ROWS = 200;

/** Whether at least half of the rows are called as measures of several units are, under columns whose headers say no meaning. */
function areMeasures(table: Table, columns: NameColumns, { roles }: RowRoles, measures: readonly Measure[]): boolean {
  const rows = [...roles.keys()].filter((row) => roles[row] === "leaf");
  const isNameless = measures.every(({ meaning }) => meaning === "unknown" || meaning === "other-number");
  if (rows.length < 2 || rows.length > MAX_MEASURE_ROWS || measures.length === 0 || !isNameless) return false;
  const units = rows.flatMap((row) => {
    const { meaning, unit } = readHeader([rowLabel(table, columns, row)]);
    const isNumber = unit !== "none" && meaning !== "unknown";
    return isNumber ? [`${meaning} ${unit}`] : [];
  });
  return units.length * 2 >= rows.length && new Set(units).size > 1;
}

/** The rows of the whole: the only row, or the totals; in a table over time, those of this day. */
export function totalRows({ roles, time, table }: TableReading, day?: number): readonly number[] {
  if (table.rowCount === 1) return [0];
  const rows = [...roles.keys()].filter((row) => roles[row] === "total");
  return day === undefined || time === undefined ? rows : rows.filter((row) => time.dayOfRow[row] === day);
}

/** The row of the whole; undefined if there is none, or several, such as one for each date. */
export function grandTotalRow(reading: TableReading): number | undefined {
  const [row, ...others] = totalRows(reading);
  return others.length === 0 ? row : undefined;
}

/** The rows that are sums of no other rows. */
export function leafRows({ roles }: RowRoles): readonly number[] {
  return [...roles.keys()].filter((row) => roles[row] === "leaf");
}

/** How far a table as text indents each row: the totals least, the rows of groups by the levels above them. Undefined for a table without groups. */
export function rowIndents({ levels, roles, table }: TableReading): Uint8Array | undefined {
  const { groupLevels } = table;
  const hasGroups = roles.includes("group") || groupLevels?.some((level) => level !== groupLevels[0]) === true;
  if (!hasGroups) return undefined;
  const least = levels.reduce((lowest, level) => Math.min(lowest, level), 255);
  return levels.map((level) => level - least);
}

/** The columns that name the rows of a table. */
export interface NameColumns {
  /** Those that together tell rows apart, the outermost group first. */
  readonly names: readonly number[];
  /** These and names of securities beside them, in the order in which people read them: the best is the last. */
  readonly labels: readonly number[];
}

/** The visible columns of texts that name rows: the dimensions; in a table without any, the identifiers and names, the groups, or all texts. */
function readNames({ columns }: Table, dates: ReadonlyMap<number, unknown>): NameColumns {
  const texts = [...columns.entries()]
    .filter(([index, column]) => !column.isHidden && !dates.has(index) && column.values.kind === "text")
    .map(([index, column]) => ({ index, isDimension: column.isDimension, meaning: readHeader(column.header).meaning }));
  const isOf = (...meanings: readonly Meaning[]) => texts.filter(({ meaning }) => meanings.includes(meaning));
  const dimensions = texts.filter(({ isDimension }) => isDimension);
  const choices = [isOf("identifier", "name"), isOf("group"), isDated(columns, dates) ? [] : texts];
  const hasDimensions = columns.some(({ isDimension, isHidden }) => isDimension && !isHidden);
  const names = hasDimensions ? dimensions : (choices.find((choice) => choice.length > 0) ?? []);
  const isTree = names.some(({ index, meaning }) => meaning !== "identifier" && hasEmptyCells(columns[index]));
  const properNames = names.some(({ meaning }) => meaning === "name") ? [] : isOf("name");
  // In a tree the innermost group names a row; elsewhere the first column does, and others say which of its rows.
  const inOrder = isTree ? names : names.toReversed();
  const labels = [...inOrder, ...properNames].toSorted(
    (a, b) => labelRank(a.meaning, isTree) - labelRank(b.meaning, isTree),
  );
  return { names: names.map(indexOf), labels: labels.map(indexOf) };
}

/** Whether a column of dates names the rows, so that texts beside it need not. */
function isDated(columns: readonly Column[], dates: ReadonlyMap<number, unknown>): boolean {
  return columns.some((column, index) => dates.has(index) && readHeader(column.header).meaning === "date-of-row");
}

/** How well a column names rows for people: in a tree, a symbol names a row only if nothing else does. */
function labelRank(meaning: Meaning, isTree: boolean): number {
  return meaning === "name" ? 2 : (meaning === "identifier") === isTree ? 0 : 1;
}

function hasEmptyCells(column: Column | undefined): boolean {
  return column?.values.kind === "text" && column.values.codes.some((code) => code < 0);
}

function indexOf({ index }: { readonly index: number }): number {
  return index;
}

/** The name of a row: its innermost text that is a name, else any text; empty if it has none. */
export function rowLabel({ columns }: Table, { labels }: NameColumns, row: number): string {
  for (const index of labels.toReversed()) {
    const column = columns[index];
    const text = column === undefined ? "" : formatCell(column, row).trim();
    if (text !== "") return text;
  }
  return "";
}

/**
 * The names of rows, so that each is unique if the table tells the rows apart: equal names get the name of their group, else the texts of other
 * columns of names, and their day.
 */
export function rowLabels(
  table: Table,
  columns: NameColumns,
  { parents, time }: Pick<RowRoles, "parents"> & { readonly time?: RowTime | undefined },
  rows: readonly number[],
): readonly string[] {
  const names = rows.map((row) => rowLabel(table, columns, row));
  const others = [...new Set([...columns.labels, ...columns.names])].flatMap((index) => table.columns[index] ?? []);
  const qualifiers: ((row: number) => string)[] = [
    (row) => rowLabel(table, columns, parents[row] ?? -1),
    ...others.map((column) => (row: number) => formatCell(column, row).trim()),
    (row) => time?.labels[time.indexOfRow[row] ?? -1] ?? "",
  ];
  return qualifiers.reduce<readonly string[]>((labels, textOf) => qualify(labels, rows, textOf), names);
}

/** Adds a text to equal labels, if it differs among them. */
function qualify(
  labels: readonly string[],
  rows: readonly number[],
  textOf: (row: number) => string,
): readonly string[] {
  const byLabel = Map.groupBy(labels.keys(), (at) => labels[at] ?? "");
  if (byLabel.size === labels.length) return labels;
  const qualified = [...labels];
  for (const [label, positions] of byLabel) {
    const texts = positions.map((at) => textOf(rows[at] ?? -1));
    if (new Set(texts).size < 2) continue;
    for (const [index, at] of positions.entries()) {
      const text = texts[index];
      if (text !== undefined && text !== "" && text !== label) qualified[at] = `${label}, ${text}`;
    }
  }
  return qualified;
}

/** Names of columns that say nothing to a reader, such as `total0`, `group1`, `Level 2`. */
const TECHNICAL = /^(total|group|level|column|col|dimension|field)[\s_]*\d*$/i;

/** What the rows that a column names are, by its header: `Economic Sector`; undefined for technical ids. */
export function nounOfColumn(column: Column | undefined): string | undefined {
  const text = foldHeader(column?.header.at(-1) ?? "");
  return text === "" || TECHNICAL.test(text) ? undefined : text;
}

/** The effects of an attribution. */
export interface Effects {
  /** The effects that add up to the total. */
  readonly parts: readonly Measure[];
  /** The sum of the parts; undefined if the table has none, or several that could be it. */
  readonly total: Measure | undefined;
  /** Sums of some of the parts, such as all local effects. */
  readonly subtotals: readonly Measure[];
}

/**
 * Which effects are parts and which is their total. The numbers decide before the words: the total is the effect that equals the sum of the
 * parts in each row. Other columns called totals, such as that of all local effects, are subtotals.
 */
function readEffects(measures: readonly Measure[], rowCount: number): Effects {
  const effects = measures.filter(({ meaning, span }) => meaning.startsWith("effect-") && isOfPeriod(span));
  const named = effects.filter(({ meaning }) => meaning === "effect-total");
  const others = effects.filter((effect) => !named.includes(effect));
  const partialSums = others.filter((effect) => isPartialSum(effect, others, rowCount));
  const parts = others.filter((effect) => !partialSums.includes(effect));
  const total = findTotal(named, parts, rowCount);
  const subtotals = [...named, ...partialSums].filter((effect) => effect !== total);
  return { parts: parts.filter((effect) => effect !== total), total, subtotals };
}

function isOfPeriod(span: Measure["span"]): boolean {
  return span === undefined || span === "period";
}

/** Whether a column is the total of the others with its qualifier: `Total Currency Effect` beside two effects of currencies. */
function isPartialSum(effect: Measure, others: readonly Measure[], rowCount: number): boolean {
  const qualifier = qualifierOf(effect);
  if (qualifier === "" || !/\btotal\b/i.test(effect.name)) return false;
  const siblings = others.filter((sibling) => sibling !== effect && qualifierOf(sibling) === qualifier);
  return siblings.length > 1 && isSumOf(effect, siblings, rowCount, 1);
}

/** The total of the parts: by its numbers, else the only column whose name says that it is the total of all. */
function findTotal(named: readonly Measure[], parts: readonly Measure[], rowCount: number): Measure | undefined {
  const ofAll = named.filter((effect) => qualifierOf(effect) === "");
  const bySum = [...ofAll, ...named].find((total) => parts.length > 1 && isSumOf(total, parts, rowCount, 1));
  if (bySum !== undefined) return bySum;
  if (named.length > 0) return ofAll.length === 1 ? ofAll[0] : undefined;
  // Two numbers of a single row may add up to a third by chance, so a column without the word needs two rows.
  return parts.find((total) => {
    const rest = parts.filter((part) => part !== total);
    return rest.length > 1 && isSumOf(total, rest, rowCount, 2);
  });
}

const qualifiers = /\b(local|risk|currency|fx|equity|fixed income)\b/i;

/** `local` of `Total Effect ( Local )`, `risk` of `Risk Total Effect`: effects with one qualifier may have a subtotal. */
function qualifierOf({ column }: Measure): string {
  const qualifier = qualifiers.exec(foldHeader(column.header.join(" ")))?.[0].toLowerCase() ?? "";
  return qualifier === "fx" ? "currency" : qualifier;
}

/** Whether a measure equals the sum of others in each row that has its number, and shows it in so many rows. */
function isSumOf(total: Measure, parts: readonly Measure[], rowCount: number, leastRows: number): boolean {
  let equalRows = 0;
  for (let row = 0; row < rowCount; row++) {
    const value = numberAt(total.column, row);
    if (Number.isNaN(value)) continue;
    const verdict = compareSum(
      total.column,
      value,
      parts.map(({ column }) => numberAt(column, row)),
    );
    if (verdict === "different") return false;
    if (verdict === "equal") equalRows++;
  }
  return equalRows >= leastRows;
}
