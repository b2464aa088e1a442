import { t } from "../../l10n.ts";
import type { Colour } from "../colour/colours.ts";
import { levelControls, measureChoice } from "../controls.ts";
import { figuresOf, figureText, numberAt, unitText } from "../read/figures.ts";
import { type ChartMeasure, plainName } from "../read/measures.ts";
import { levelName, type Outline } from "../read/outline.ts";
import { counterpart, measureAt, measuresOfChart, sharedTitle } from "../read/pick.ts";
import { hasParts, noteOf, rowNames, rowsToday, sortedRows } from "../read/rows.ts";
import type { ChartSpec, PairsData, Series } from "../spec.ts";
import { subtitleOf } from "./bars.ts";
import type { ChartKindRules } from "./kind.ts";

const MAX_FUNDS = 6;

/** Fund and benchmark on one line: a dot for the fund and a bar for the benchmark. */
export const pairs: ChartKindRules = {
  name: t("Fund and benchmark"),

  suggest(outline) {
    const periods = periodsOf(outline);
    if (periods.length > 1) return { kind: "pairs", measures: periods.map(({ index }) => index), across: true };
    const funds = outline.measures.filter((one) => one.side === "fund" && counterpart(outline, one, "benchmark"));
    // Weights have charts of their own.
    const fund =
      funds.find(({ quantity }) => quantity === "risk") ??
      funds.find(({ quantity }) => quantity !== "weight") ??
      funds[0];
    const benchmark = fund && counterpart(outline, fund, "benchmark");
    const [level] = outline.usefulLevels;
    if (!hasParts(outline, level)) return undefined;
    return fund && benchmark && { kind: "pairs", measures: [fund.index, benchmark.index], level };
  },

  data: (outline, spec) => (spec.across ? periodData(outline, spec) : groupData(outline, spec)),

  controls(outline, spec) {
    if (spec.across) return [];
    const funds = outline.measures.filter((one) => one.side === "fund" && counterpart(outline, one, "benchmark"));
    const [choice] = measureChoice(outline, funds, spec);
    const options = choice?.options.map((option) => {
      const fund = measureAt(outline, option.spec.measures[0]);
      const benchmark = fund && counterpart(outline, fund, "benchmark");
      return benchmark
        ? { ...option, spec: { ...option.spec, measures: [...option.spec.measures, benchmark.index] } }
        : option;
    });
    return [...(choice && options ? [{ ...choice, options }] : []), ...levelControls(outline, spec)];
  },
};

/** Returns of several periods, a row for each account, as style results have them: annualized ones last. */
export function periodsOf(outline: Outline): ChartMeasure[] {
  const returns = outline.measures.filter(({ quantity, side }) => quantity === "return" && side === undefined);
  return outline.time === undefined && outline.table.rowCount <= 12 && outline.levels === undefined ? returns : [];
}

function periodData(outline: Outline, spec: ChartSpec): PairsData {
  const { table } = outline;
  const measures = measuresOfChart(outline, spec);
  const annual = measures.findIndex(isAnnual);
  const rows = Array.from({ length: Math.min(table.rowCount, MAX_FUNDS + 1) }, (_, row) => row);
  const names = rowNames(outline, rows);
  const hasBenchmark = table.metadata.items["Benchmark"]?.length === 1 && rows.length > 1;
  const series = rows.map((row, place): Series => {
    const colour: Colour = hasBenchmark && place === rows.length - 1 ? "bench" : place;
    return {
      name: names[place] ?? "",
      colour,
      values: Float64Array.from(spec.measures, (index) => numberAt(table, index, row)),
      text: (at) => figureText(table, spec.measures[at] ?? -1, row),
    };
  });
  return {
    shape: "pairs",
    title: t("Returns by period"),
    subtitle: annual > 0 ? t("%, annualized ones apart") : "%",
    note: noteOf(
      rows.length < table.rowCount ? [t("The first {0} of {1} accounts are drawn.", rows.length, table.rowCount)] : [],
    ),
    groups: measures.map(({ levels }) => levels.at(-1) ?? ""),
    ...(annual > 0 ? { breakAt: annual } : {}),
    series,
    seriesCount: table.rowCount,
    unit: unitText(table, spec.measures[0] ?? -1),
  };
}

function isAnnual({ levels }: ChartMeasure): boolean {
  return /annuali[sz]ed/i.test(levels.join(" "));
}

function groupData(outline: Outline, spec: ChartSpec): PairsData {
  const { table } = outline;
  const [fund = -1, benchmark = -1] = spec.measures;
  const { rows, notes, day } = sortedRows(rowsToday(outline, spec.level, fund), (row) => {
    const fundValue = numberAt(table, fund, row);
    return Number.isNaN(fundValue) ? numberAt(table, benchmark, row) : fundValue;
  });
  const measure = measureAt(outline, fund);
  const unit = unitText(table, fund);
  return {
    shape: "pairs",
    title: t(
      "{0} by {1}",
      measure ? plainName(measure) : sharedTitle(outline, []),
      levelName(outline, spec.level ?? outline.usefulLevels.at(-1)),
    ),
    subtitle: subtitleOf(unit, day, t("largest first")),
    note: noteOf(notes),
    groups: rowNames(outline, rows),
    series: [
      { name: t("Portfolio"), colour: 0, ...figuresOf(table, fund, rows) },
      { name: t("Benchmark"), colour: "bench", ...figuresOf(table, benchmark, rows) },
    ],
    seriesCount: 2,
    unit,
  };
}
