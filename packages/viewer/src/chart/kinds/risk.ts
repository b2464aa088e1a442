import { t } from "../../l10n.ts";
import { type ChartControl, levelControls } from "../controls.ts";
import { computedText, figuresOf, numberAt, unitText } from "../read/figures.ts";
import type { ChartMeasure } from "../read/measures.ts";
import { levelName, type Outline, totalRows } from "../read/outline.ts";
import { measureNames, measuresOfChart, measuresWith } from "../read/pick.ts";
import { noteOf, rowNames, rowsToday, sortedRows } from "../read/rows.ts";
import type { BarsData, Series } from "../spec.ts";
import { subtitleOf } from "./bars.ts";
import type { ChartKindRules } from "./kind.ts";

/** What the risk of the fund, and of its benchmark, consists of. */
export const risk: ChartKindRules = {
  name: t("Risk contributions"),

  suggest(outline) {
    const [level] = outline.usefulLevels;
    const [first] = sidesOf(outline);
    return first && { kind: "risk", measures: first.measures.map(({ index }) => index), level };
  },

  data(outline, spec): BarsData {
    const { table } = outline;
    const parts = measuresOfChart(outline, spec);
    const [first = -1] = spec.measures;
    const sumOf = (row: number) => spec.measures.reduce((sum, index) => sum + (numberAt(table, index, row) || 0), 0);
    const today = rowsToday(outline, spec.level);
    const largestRows = sortedRows({ ...today, notes: [...totalNote(outline, first, sumOf), ...today.notes] }, sumOf);
    const unit = unitText(table, first);
    const of = levelName(outline, spec.level ?? outline.usefulLevels.at(-1));
    const isBenchmark = parts.every(({ side }) => side === "benchmark");
    // One part of each side: each group has a bar for each.
    const isSideBySide = areSides(parts);
    const names = measureNames(outline, parts);
    const series = parts.map(({ index, side }, place): Series => {
      const colour = isSideBySide && side === "benchmark" ? "bench" : place;
      return {
        name: names[place] ?? "",
        colour: parts.length === 1 ? "sign" : colour,
        ...figuresOf(table, index, largestRows.rows),
      };
    });
    const totals = Float64Array.from(largestRows.rows, sumOf);
    return {
      shape: "bars",
      isStacked: !isSideBySide,
      title: isBenchmark ? t("Benchmark's contribution to risk by {0}", of) : t("Contribution to risk by {0}", of),
      subtitle: subtitleOf(unit, largestRows.day, t("parts only, largest first")),
      note: noteOf(largestRows.notes),
      groups: rowNames(outline, largestRows.rows),
      series,
      seriesCount: series.length,
      totals: isSideBySide
        ? undefined
        : { values: totals, text: (place) => computedText(table, first, totals[place] ?? 0) },
      unit,
    };
  },

  controls(outline, spec) {
    const sides = sidesOf(outline);
    const options = sides.map(({ name, measures }) => ({
      text: name,
      isChosen: measures.some(({ index }) => index === spec.measures[0]),
      spec: { ...spec, measures: measures.map(({ index }) => index) },
    }));
    const choice: ChartControl[] = sides.length > 1 ? [{ type: "choice", label: t("Of"), options }] : [];
    return [...choice, ...levelControls(outline, spec)];
  },
};

/** The total risk, which no bar shows. */
function totalNote(outline: Outline, measure: number, sumOf: (row: number) => number): string[] {
  const [total] = totalRows(outline);
  if (total === undefined) return [];
  return [t("The total, {0}, is not drawn beside its parts.", computedText(outline.table, measure, sumOf(total)))];
}

interface SideOfRisk {
  readonly name: string;
  readonly measures: readonly ChartMeasure[];
}

/** The parts that a chart can show together: one part of fund and benchmark, or the several parts of one of them. */
function sidesOf(outline: Outline): SideOfRisk[] {
  const parts = measuresWith(outline, "risk part").filter(({ side }) => side !== "active");
  if (parts.length === 0) return [];
  if (areSides(parts)) return [{ name: t("Portfolio and benchmark"), measures: parts }];
  const bySide = Map.groupBy(parts, ({ side }) => (side === "benchmark" ? t("Benchmark") : t("Portfolio")));
  return [...bySide].map(([name, measures]) => ({ name, measures }));
}

/** Whether no side has several parts. */
function areSides(parts: readonly ChartMeasure[]): boolean {
  return new Set(parts.map(({ side }) => side)).size === parts.length;
}
