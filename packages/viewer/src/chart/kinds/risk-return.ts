import { t } from "../../l10n.ts";
import { figureText, numberAt } from "../read/figures.ts";
import { inSentence, type Outline, rowName } from "../read/outline.ts";
import { measureNames } from "../read/pick.ts";
import type { PointsData } from "../spec.ts";
import type { ChartKindRules } from "./kind.ts";

const RISK = /^(annualized )?(standard deviation|volatility)$/i;
const RETURN = /^(annualized return|expected return)$/i;

/** Return by risk of accounts, from a table with a row for each statistic and a column for each account. */
export const riskReturn: ChartKindRules = {
  name: t("Risk and return"),

  suggest(outline) {
    const { measures } = outline;
    if (rowOf(outline, RISK) < 0 || rowOf(outline, RETURN) < 0 || measures.length === 0) return undefined;
    return { kind: "riskReturn", measures: measures.map(({ index }) => index) };
  },

  data(outline, spec): PointsData {
    const { table } = outline;
    const [risk, gain] = [rowOf(outline, RISK), rowOf(outline, RETURN)];
    const measures = outline.measures.filter(({ index }) => spec.measures.includes(index));
    const names = measureNames(outline, measures);
    const hasBenchmark = table.metadata.items["Benchmark"]?.length === 1 && measures.length > 1;
    const points = measures.map(({ index }, place) => ({
      name: names[place] ?? "",
      x: numberAt(table, index, risk),
      y: numberAt(table, index, gain),
      xText: figureText(table, index, risk),
      yText: figureText(table, index, gain),
      colour: hasBenchmark && place === measures.length - 1 ? ("bench" as const) : place,
    }));
    return {
      shape: "points",
      title: t("{0} by {1}", rowName(outline, gain), inSentence(rowName(outline, risk))),
      subtitle: "%",
      note: t("The other statistics have other units and are in the table."),
      x: { name: rowName(outline, risk), unit: "%" },
      y: { name: rowName(outline, gain), unit: "%" },
      points: points.filter(({ x, y }) => !Number.isNaN(x) && !Number.isNaN(y)),
    };
  },
};

/** The row with a statistic; -1 for none. */
function rowOf(outline: Outline, words: RegExp): number {
  if (!hasStatistics(outline)) return -1;
  return (
    Array.from({ length: outline.table.rowCount }, (_, row) => row).find((row) => words.test(rowName(outline, row))) ??
    -1
  );
}

/** Whether the rows are statistics of different units, which no axis can share. */
export function hasStatistics({ table, names }: Outline): boolean {
  return names.some((index) => /^statistics?$/i.test(table.columns[index]?.header.at(-1) ?? ""));
}
