import { cellText, columnFormat, dayLabel } from "@analytics-engines/core/results";
import { t } from "../../../l10n.ts";
import { countOf } from "../../../text.ts";
import type { KeyFigure } from "../key-figure.ts";
import type { ChartMeasure } from "../old.ts";
import {
  effectMeasures,
  effectName,
  inSentence,
  measureAt,
  measureNames,
  measuresWith,
  numberAt,
  type Outline,
  rowName,
  rowsOf,
  suggestReturns,
} from "../old.ts";
import { cellFigure, computedFigure, figure, measureOf, wholeRow } from "./figure.ts";
import { extremes, groupRows } from "./rows.ts";

/** Return of portfolio and benchmark, the active return, and the effects that explain it. */
export function attributionFigures(outline: Outline): KeyFigure[] {
  const row = wholeRow(outline);
  const effects = effectMeasures(outline).slice(0, 3);
  return [
    ...returnFigures(outline, row),
    ...effects.flatMap((effect) => cellFigure(outline, effectName(effect), effect, row, true)),
  ];
}

/** Return of portfolio and benchmark, the active return, and the groups that contributed most and least. */
export function contributionFigures(outline: Outline): KeyFigure[] {
  const contribution = measureOf(outline, "contribution", "fund") ?? measuresWith(outline, "contribution")[0];
  const whole = returnFigures(outline, wholeRow(outline));
  const results = whole.length > 0 ? whole : cellFigure(outline, t("Contribution"), contribution, wholeRow(outline));
  if (contribution === undefined) return results;
  const { most, least } = extremes(outline, contribution, groupRows(outline));
  const part = (title: string, row: number | undefined) =>
    row === undefined
      ? []
      : computedFigure(
          title.replace("{0}", rowName(outline, row)),
          contribution,
          numberAt(outline.table, contribution.index, row),
          {
            hasSign: true,
            isPart: true,
          },
        );
  return [...results, ...part(t("Most: {0}"), most), ...(least === most ? [] : part(t("Least: {0}"), least))];
}

/** The returns of one row. The active return is the table's own: a return, or the total of its effects if it equals the difference. */
function returnFigures(outline: Outline, row: number | undefined): KeyFigure[] {
  if (row === undefined) return [];
  const [fund, benchmark] = [measureOf(outline, "return", "fund"), measureOf(outline, "return", "benchmark")];
  return [
    ...cellFigure(outline, t("Portfolio return"), fund, row),
    ...cellFigure(outline, t("Benchmark return"), benchmark, row),
    ...activeReturn(outline, row, fund, benchmark),
  ];
}

/** Returns of official results are rounded to this. */
const ROUNDING = 0.005;

function activeReturn(outline: Outline, row: number, fund?: ChartMeasure, benchmark?: ChartMeasure): KeyFigure[] {
  const activeMeasure = measureOf(outline, "return", "active");
  if (activeMeasure !== undefined) return cellFigure(outline, t("Active return"), activeMeasure, row);
  const [total] = measuresWith(outline, "total effect");
  if (fund === undefined || benchmark === undefined) return cellFigure(outline, t("Total effect"), total, row);
  const difference = numberAt(outline.table, fund.index, row) - numberAt(outline.table, benchmark.index, row);
  if (total === undefined) return computedFigure(t("Active return"), fund, difference, { hasSign: true });
  const isSame = Math.abs(numberAt(outline.table, total.index, row) - difference) < ROUNDING;
  return cellFigure(outline, isSame ? t("Active return") : t("Total effect"), total, row);
}

/** Returns of periods, linked over all of them, and the last period of the first account. */
export function returnsOverTimeFigures(outline: Outline): KeyFigure[] {
  const { time } = outline;
  const spec = suggestReturns(outline, "cumulative");
  if (time === undefined || spec === undefined) return [];
  const rows = rowsOf(outline, spec.level)
    .filter((row) => !Number.isNaN(time.dayOfRow[row] ?? Number.NaN))
    .sort((a, b) => (time.dayOfRow[a] ?? 0) - (time.dayOfRow[b] ?? 0));
  const measures = spec.measures.flatMap((index) => measureAt(outline, index) ?? []).filter(isPercent);
  const names = measureNames(outline, measures).map((name, place) => sideName(measures[place]) ?? name);
  const linked = measures.map((measure) => linkedReturn(outline, measure, rows));
  const over = countOf(rows.length, "period");
  const [first, second] = linked;
  const [one] = measures;
  const last = rows.at(-1);
  return [
    ...measures
      .slice(0, 2)
      .flatMap((measure, place) => computedFigure(`${names[place]}, ${over}`, measure, linked[place] ?? Number.NaN)),
    ...(one && measures.length === 2
      ? computedFigure(t("Difference"), one, (first ?? Number.NaN) - (second ?? Number.NaN), { hasSign: true })
      : []),
    ...(last === undefined
      ? []
      : cellFigure(outline, `${names[0]}, ${dayLabel(time.dayOfRow[last] ?? 0)}`, one, last, true)),
  ];
}

/** The growth over all periods; NaN if one has no return. */
function linkedReturn({ table }: Outline, { index }: ChartMeasure, rows: readonly number[]): number {
  const growth = rows.reduce((product, row) => product * (1 + numberAt(table, index, row) / 100), 1);
  return 100 * (growth - 1);
}

function isPercent({ column }: ChartMeasure): boolean {
  return columnFormat(column).unit === "%";
}

function sideName(measure: ChartMeasure | undefined): string | undefined {
  return measure?.side === "fund" ? t("Portfolio") : measure?.side === "benchmark" ? t("Benchmark") : undefined;
}

const ANNUAL = /annuali[sz]ed/i;

/** Accounts as rows, periods as columns: one year (else the longest period) of the first two rows, and the longest annualized period. */
export function periodFigures(outline: Outline): KeyFigure[] {
  const returns = measuresWith(outline, "return").filter(({ side }) => side !== "active");
  const plain = returns.filter(({ levels }) => !ANNUAL.test(levels.join(" ")));
  const year = plain.find(({ levels }) => /^(1|one) year$/i.test(levels.at(-1) ?? "")) ?? plain.at(-1);
  const annual = returns.filter(({ levels }) => ANNUAL.test(levels.join(" "))).at(-1);
  const rows = [0, 1].filter((row) => row < outline.table.rowCount);
  const [one, other] = rows;
  const difference =
    year && one !== undefined && other !== undefined
      ? computedFigure(
          t("Difference"),
          year,
          numberAt(outline.table, year.index, one) - numberAt(outline.table, year.index, other),
          {
            hasSign: true,
          },
        )
      : [];
  return [
    ...rows.flatMap((row) => cellFigure(outline, `${rowName(outline, row)}, ${periodName(year)}`, year, row)),
    ...difference,
    ...cellFigure(outline, t("{0}, annualized", periodName(annual)), annual, one, true),
  ];
}

/** `1 year`. */
function periodName(measure: ChartMeasure | undefined): string {
  return inSentence(measure?.levels.at(-1) ?? "");
}

const statisticRules: readonly (readonly [RegExp, isPart: boolean])[] = [
  [/^annuali[sz]ed return$/i, false],
  [/^(annuali[sz]ed )?(standard deviation|volatility)$/i, false],
  [/^tracking error$/i, false],
  [/^information ratio$/i, true],
  [/^sharpe ratio$/i, true],
];

/** The statistics of the first account that a reader looks for, from a table with a row for each. */
export function statisticsFigures(outline: Outline): KeyFigure[] {
  const { table, measures } = outline;
  const [account] = measures;
  if (account === undefined) return [];
  const namedRows = Array.from({ length: table.rowCount }, (_, row) => ({ row, name: rowName(outline, row) }));
  const owner = measures.length > 1 ? `${measureNames(outline, [account])[0]}: ` : "";
  return statisticRules.flatMap(([words, isPart]) => {
    const statistic = namedRows.find(({ name }) => words.test(name));
    if (statistic === undefined || Number.isNaN(numberAt(table, account.index, statistic.row))) return [];
    return [figure(`${owner}${statistic.name}`, cellText(account.column, statistic.row), "", isPart)];
  });
}
