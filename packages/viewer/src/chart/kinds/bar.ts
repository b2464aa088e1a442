import type { Table } from "@analytics-engines/core/results";
import { type ChartControl, columnChoice, measureChecklist } from "../controls.ts";
import { areAlike, byInterest, headerAbove, likeFirst, MOST_MEASURES, measureName } from "../measures.ts";
import { mostDistinct, type Roles, rolesOf, rowsOfLevel, usedLevels } from "../roles.ts";
import {
  type ChartSeries,
  type ChartText,
  largest,
  MOST_SERIES,
  measureNames,
  measuresTitle,
  nameAt,
  reach,
  valueAt,
} from "../values.ts";

/** Measures of groups. */
export interface BarSpec {
  readonly kind: "bar";
  /** The column that names the groups. */
  readonly category: number;
  readonly measures: readonly number[];
  readonly level?: number | undefined;
  /** The measures are the groups, and each row has a colour. */
  readonly across?: boolean | undefined;
}

export interface BarData extends ChartText {
  readonly kind: "bar";
  readonly groups: readonly string[];
  readonly series: readonly ChartSeries[];
  /** The number of series, with those that the chart leaves out. */
  readonly seriesCount: number;
}

const MOST_GROUPS = 40;
/** Measures that are groups. */
const MOST_ACROSS = 24;
/** With no more rows than this, the measures may be what a reader compares. */
const FEW_ROWS = 3;

export function suggestBars(table: Table, { categories, measures, dates }: Roles): BarSpec[] {
  const level = outermostToCompare(table);
  const rows = rowsOfLevel(table, level);
  const category = mostDistinct(table, categories, rows) ?? dates[0];
  if (category === undefined) return [];
  const family = rows.length <= FEW_ROWS ? largestFamily(table, measures) : [];
  // A row or two with a measure for each period or effect.
  if (family.length > rows.length) return [{ kind: "bar", category, measures: family, across: true, level }];
  return [{ kind: "bar", category, measures: likeFirst(table, byInterest(table, measures)), level }];
}

/** The first columns that make bars. */
export function firstBars({ categories, dates, measures: [measure] }: Roles): BarSpec | undefined {
  const category = categories[0] ?? dates[0];
  return category === undefined || measure === undefined ? undefined : { kind: "bar", category, measures: [measure] };
}

/** The outermost level with several rows: a total alone compares nothing. */
function outermostToCompare(table: Table): number | undefined {
  const levels = usedLevels(table);
  return levels.find((level) => rowsOfLevel(table, level).length > 1) ?? levels[0];
}

/** The most measures below one header that can share an axis, if their names differ. */
function largestFamily(table: Table, measures: readonly number[]): number[] {
  const families: [number, ...number[]][] = [];
  for (const index of measures) {
    const family = families.find(
      ([first]) => areAlike(table, first, index) && headerAbove(table, first) === headerAbove(table, index),
    );
    if (family) family.push(index);
    else families.push([index]);
  }
  const largest: readonly number[] = families.toSorted((a, b) => b.length - a.length)[0] ?? [];
  const names = new Set(largest.map((index) => measureName(table, index)));
  return names.size === largest.length ? largest.slice(0, MOST_ACROSS) : [];
}

export function barControls(
  table: Table,
  spec: BarSpec,
  { dates, categories, measures }: Roles,
): ChartControl<BarSpec>[] {
  const across: BarSpec = spec.across
    ? { ...spec, across: undefined, measures: spec.measures.slice(0, MOST_MEASURES) }
    : { ...spec, across: true };
  return [
    columnChoice(table, "Groups", [...categories, ...dates], spec.category, (category) => ({ ...spec, category })),
    measureChecklist(table, measures, spec, spec.across ? MOST_ACROSS : MOST_MEASURES),
    {
      type: "checkbox",
      label: "Measures as groups",
      options: [{ text: "Measures as groups", isChosen: spec.across === true, spec: across }],
    },
  ];
}

export function barData(table: Table, spec: BarSpec): BarData {
  const { measures, across } = spec;
  const all = rowsOfLevel(table, spec.level);
  const { kept: rows, note } = largest(all, across ? MOST_SERIES : MOST_GROUPS, "group", (row) =>
    reach(measures.map((measure) => valueAt(table, measure, row))),
  );
  const rowNames = distinctNames(table, spec.category, rows);
  const names = measureNames(table, measures);
  const title = measuresTitle(table, measures, across ? undefined : spec.category);
  const ofRow = (row: number, place: number): ChartSeries => ({
    name: rowNames[place] ?? "",
    values: measures.map((measure) => valueAt(table, measure, row)),
  });
  const ofMeasure = (measure: number, place: number): ChartSeries => ({
    name: names[place] ?? "",
    values: rows.map((row) => valueAt(table, measure, row)),
  });
  return across
    ? { kind: "bar", title, note, groups: names, series: rows.map(ofRow), seriesCount: all.length }
    : { kind: "bar", title, note, groups: rowNames, series: measures.map(ofMeasure), seriesCount: measures.length };
}

/** The texts of a column; if some are equal, with the texts of the other columns whose texts differ. */
function distinctNames(table: Table, category: number, rows: readonly number[]): string[] {
  const textsOf = (index: number) => rows.map((row) => nameAt(table, index, row));
  const names = textsOf(category);
  if (new Set(names).size === names.length) return names;
  const { dates, categories } = rolesOf(table);
  const others = [...categories, ...dates]
    .filter((index) => index !== category)
    .map(textsOf)
    .filter((texts) => new Set(texts).size > 1);
  return names.map((name, place) => [name, ...others.map((texts) => texts[place])].join(", "));
}
