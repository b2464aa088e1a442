import { levelControls } from "../controls.ts";
import { computedText, figuresOf, numberAt, unitText } from "../read/figures.ts";
import type { Measure } from "../read/measures.ts";
import { levelName } from "../read/outline.ts";
import { measureAt, measureNames, measuresWith } from "../read/pick.ts";
import { noteOf, rowNames, rowsToday, sortedRows } from "../read/rows.ts";
import type { BarsData, Series } from "../spec.ts";
import { subtitleOf } from "./bars.ts";
import type { Kind } from "./kind.ts";

/** What the risk of the fund, and of its benchmark, consists of. */
export const risk: Kind = {
  name: "Risk contributions",

  suggest(outline) {
    const parts = measuresWith(outline, "risk part").filter(({ side }) => side !== "active");
    const [level] = outline.usefulLevels;
    return parts.length === 0 ? undefined : { kind: "risk", measures: parts.map(({ index }) => index), level };
  },

  data(outline, spec): BarsData {
    const { table } = outline;
    const parts = spec.measures.map((index) => measureAt(outline, index)).filter((one) => one !== undefined);
    const [first = -1] = spec.measures;
    const sumOf = (row: number) => spec.measures.reduce((sum, index) => sum + (numberAt(table, index, row) || 0), 0);
    const shown = sortedRows(rowsToday(outline, spec.level, first), sumOf);
    const unit = unitText(table, first);
    const common = {
      shape: "bars",
      isUpright: false,
      note: noteOf(shown.notes),
      unit,
      title: `Contribution to risk by ${levelName(outline, spec.level ?? outline.usefulLevels.at(-1))}`,
      subtitle: subtitleOf(unit, shown.day, "parts only, largest first"),
    } as const;
    if (areSides(parts)) {
      // One part of fund and benchmark: each group has a bar for both.
      const names = measureNames(outline, parts);
      const series = parts.map(
        ({ index, side }, place): Series => ({
          name: names[place] ?? "",
          colour: parts.length === 1 ? "sign" : side === "benchmark" ? "bench" : place,
          ...figuresOf(table, index, shown.rows),
        }),
      );
      return { ...common, isStacked: false, groups: rowNames(outline, shown.rows), series, seriesCount: series.length };
    }
    const names = measureNames(outline, parts);
    const totals = Float64Array.from(shown.rows, sumOf);
    return {
      ...common,
      isStacked: true,
      groups: rowNames(outline, shown.rows),
      series: parts.map(({ index }, place) => ({
        name: names[place] ?? "",
        colour: place,
        ...figuresOf(table, index, shown.rows),
      })),
      seriesCount: parts.length,
      totals: { values: totals, text: (place) => computedText(table, first, totals[place] ?? 0) },
    };
  },

  controls: levelControls,
};

/** Whether no side has several parts. */
function areSides(parts: readonly Measure[]): boolean {
  return new Set(parts.map(({ side }) => side)).size === parts.length;
}
