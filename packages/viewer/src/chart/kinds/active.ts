import { t } from "../../l10n.ts";
import { levelControls } from "../controls.ts";
import { numberAt, signedFigures, unitText } from "../read/figures.ts";
import { levelName, type Outline } from "../read/outline.ts";
import { counterpart, measuresWith } from "../read/pick.ts";
import { hasParts, noteOf, rowNames, rowsToday, sortedRows } from "../read/rows.ts";
import type { BarsData, ChartSpec } from "../spec.ts";
import { subtitleOf } from "./bars.ts";
import type { ChartKindRules } from "./kind.ts";

/** What the fund holds more or less of than its benchmark. */
export const active: ChartKindRules = {
  name: t("Active weights"),

  suggest(outline) {
    const [level] = outline.usefulLevels;
    if (!hasParts(outline, level)) return undefined;
    const [activeWeight] = measuresWith(outline, "weight", "active");
    if (activeWeight !== undefined) return { kind: "active", measures: [activeWeight.index], level };
    const [fund] = measuresWith(outline, "weight", "fund");
    const benchmark = fund && counterpart(outline, fund, "benchmark");
    return fund && benchmark && { kind: "active", measures: [fund.index, benchmark.index], level };
  },

  data(outline, spec): BarsData {
    const { table } = outline;
    const [first = -1] = spec.measures;
    const numberOf = activeOf(outline, spec);
    const { rows, notes, day } = sortedRows(rowsToday(outline, spec.level, first), numberOf);
    const figures = signedFigures(table, first, rows, numberOf, spec.measures.length > 1);
    const unit = unitText(table, first);
    return {
      shape: "bars",
      title: t("Active weight by {0}", levelName(outline, spec.level ?? outline.usefulLevels.at(-1))),
      subtitle: subtitleOf(unit, day, t("largest overweight first")),
      note: noteOf(notes),
      groups: rowNames(outline, rows),
      series: [{ name: t("Active weight"), ...figures }],
      seriesCount: 1,
      unit,
    };
  },

  controls: levelControls,
};

/** The active weight of a row: that of the table, else portfolio less benchmark. A side that does not hold the group has 0 of it. */
function activeOf({ table }: Outline, { measures: [fund = -1, benchmark] }: ChartSpec): (row: number) => number {
  if (benchmark === undefined) return (row) => numberAt(table, fund, row);
  return (row) => {
    const [fundWeight, benchmarkWeight] = [numberAt(table, fund, row), numberAt(table, benchmark, row)];
    return Number.isNaN(fundWeight) && Number.isNaN(benchmarkWeight)
      ? Number.NaN
      : (fundWeight || 0) - (benchmarkWeight || 0);
  };
}
