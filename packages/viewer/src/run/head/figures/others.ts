import { dayLabel } from "@analytics-engines/core/results";
import { t } from "../../../l10n.ts";
import { startSmall } from "../../../text.ts";
import type { KeyFigure } from "../key-figure.ts";
import {
  byInterest,
  type ChartMeasure,
  measureNames,
  measuresWith,
  numberAt,
  type Outline,
  plainName,
  type Quantity,
  rowName,
  rowsOf,
} from "../old.ts";
import { cellFigure, countFigure, figure, lastDay, rangeFigure, rowsOfLevel, wholeRow } from "./figure.ts";
import { extremes, groupRows, leafNoun, leafRows } from "./rows.ts";

const MAX_FIGURES = 5;

/** Risk of portfolio and benchmark; the other characteristics are parts. */
export function riskFigures(outline: Outline): KeyFigure[] {
  return sideFigures(outline, ["risk"]);
}

/** The sums of the contributions, as the total of the table has them. */
export function riskPartFigures(outline: Outline): KeyFigure[] {
  return sideFigures(outline, ["risk part", "risk"]);
}

/** Yield, spread and duration: those of the total, else their range over the securities. */
export function bondFigures(outline: Outline): KeyFigure[] {
  const row = wholeRow(outline);
  const isWanted = (one: ChartMeasure) =>
    one.quantity === "yield" || one.quantity === "duration" || one.meaning === "spread";
  const bondMeasures = outline.measures.filter((one) => isWanted(one) && !/convexity/i.test(plainName(one)));
  const fundMeasures = bondMeasures.filter(({ side }) => side !== "benchmark" && side !== "active").slice(0, 3);
  if (row === undefined) {
    const leaves = leafRows(outline);
    const ranges = fundMeasures.flatMap((one) => rangeFigure(outline, plainName(one), one, leaves));
    return [...ranges, countFigure(t("Securities"), leaves.length, true)];
  }
  const benchmark = bondMeasures.filter(({ side }) => side === "benchmark");
  const others = benchmark.filter(({ quantity }) => quantity === "yield" || quantity === "duration");
  return [
    ...fundMeasures.flatMap((one) => cellFigure(outline, plainName(one), one, row)),
    ...others.flatMap((one) => cellFigure(outline, t("Benchmark {0}", plainName(one)), one, row, true)),
  ].slice(0, MAX_FIGURES);
}

/** Durations at points of the curve: the total, and the point with the largest part of it. */
export function keyRateFigures(outline: Outline): KeyFigure[] {
  const row = wholeRow(outline);
  const rates = measuresWith(outline, "key rate");
  const whole = measuresWith(outline, "duration").slice(0, 2);
  if (row === undefined) return [countFigure(leafNoun(outline), leafRows(outline).length)];
  const at = ({ index }: ChartMeasure) => numberAt(outline.table, index, row) || 0;
  const most = rates.reduce<ChartMeasure | undefined>(
    (best, one) => (best && at(best) >= at(one) ? best : one),
    undefined,
  );
  return [
    ...whole.flatMap((one) => cellFigure(outline, namesOf(outline, [one])[0] ?? "", one, row)),
    ...cellFigure(outline, t("Most: {0}", most ? plainName(most) : ""), most, row, true),
  ];
}

/** What a style table has for the whole portfolio. */
export function styleFigures(outline: Outline): KeyFigure[] {
  return measureFigures(outline, measuresWith(outline, "style"), wholeRow(outline) ?? 0);
}

/** Fund and benchmark of the same measures. */
export function pairFigures(outline: Outline): KeyFigure[] {
  return sideFigures(outline, []);
}

/** How far prices moved from the first date to the last: of each security if there are few, else the largest rise and fall. */
export function priceFigures(outline: Outline): KeyFigure[] {
  const { time, table } = outline;
  const [price] = measuresWith(outline, "price");
  const [start, end] = [time?.days[0], time?.days.at(-1)];
  if (time === undefined || price === undefined || start === undefined || end === undefined) return [];
  const priceAt = (rows: readonly number[], day: number) =>
    numberAt(table, price.index, rows.find((row) => time.dayOfRow[row] === day) ?? -1);
  const rows = rowsOf(outline, outline.usefulLevels.at(-1));
  const moves = [...Map.groupBy(rows, (row) => rowName(outline, row))]
    .map(([name, securityRows]) => ({
      name,
      move: 100 * (priceAt(securityRows, end) / priceAt(securityRows, start) - 1),
    }))
    .filter(({ move }) => Number.isFinite(move))
    .sort((a, b) => b.move - a.move);
  const listedMoves = moves.length <= 3 ? moves : [moves[0], moves.at(-1)].filter((one) => one !== undefined);
  return [
    figure(t("Prices from"), dayLabel(start), "", true),
    figure(t("to"), dayLabel(end), "", true),
    ...listedMoves.map(({ name, move }) => figure(name, percent(move), "%")),
  ];
}

function percent(move: number): string {
  const text = Math.abs(move).toFixed(2);
  if (!/[1-9]/.test(text)) return text;
  return `${move < 0 ? "\u2212" : "+"}${text}`;
}

/** How many names the last date has, and the largest of them. */
export function screenFigures(outline: Outline): KeyFigure[] {
  const day = lastDay(outline);
  const [first] = byInterest(outline.measures);
  if (day === undefined || first === undefined) return [];
  const { most } = extremes(outline, first, groupRows(outline));
  return [
    countFigure(t("Securities"), leafRows(outline).length),
    ...(most === undefined ? [] : cellFigure(outline, t("Largest: {0}", rowName(outline, most)), first, most)),
    figure(t("Last date"), dayLabel(day), "", true),
    countFigure(t("Dates"), outline.time?.days.length ?? 0, true),
  ];
}

/** The total of the last date, and how many dates there are. */
export function timeFigures(outline: Outline): KeyFigure[] {
  const { time } = outline;
  const end = time?.days.at(-1);
  if (time === undefined || end === undefined) return [];
  const [row, ...others] = rowsOfLevel(outline, outline.levels === undefined ? undefined : 0).filter(
    (one) => time.dayOfRow[one] === end,
  );
  const isOne = row !== undefined && others.length === 0;
  return [
    ...(isOne ? measureFigures(outline, byInterest(outline.measures).slice(0, 3), row) : []),
    figure(t("Last date"), dayLabel(end), "", true),
    countFigure(t("Dates"), time.days.length, true),
  ];
}

/** The total of the table, else how many rows it has. */
export function plainFigures(outline: Outline): KeyFigure[] {
  const row = wholeRow(outline);
  if (row === undefined) return [countFigure(t("Rows"), outline.table.rowCount)];
  return measureFigures(outline, byInterest(outline.measures), row);
}

/** Fund and benchmark in the row of the total: first these quantities, then the other measures as parts. */
function sideFigures(outline: Outline, quantities: readonly Quantity[]): KeyFigure[] {
  const row = wholeRow(outline);
  if (row === undefined) return [countFigure(leafNoun(outline), leafRows(outline).length)];
  const results = quantities.flatMap((quantity) => measuresWith(outline, quantity));
  // The weights of a total are 100 %.
  const others = outline.measures.filter((one) => !results.includes(one) && one.quantity !== "weight");
  return [...measureFigures(outline, results, row), ...measureFigures(outline, others, row, results.length > 0)].slice(
    0,
    MAX_FIGURES,
  );
}

function measureFigures(outline: Outline, measures: readonly ChartMeasure[], row: number, isPart = false): KeyFigure[] {
  const names = namesOf(outline, measures);
  return measures
    .flatMap((one, place) => cellFigure(outline, names[place] ?? "", one, row, isPart))
    .slice(0, MAX_FIGURES);
}

/** `Portfolio volatility`: the words of the side, then the name. */
function namesOf(outline: Outline, measures: readonly ChartMeasure[]): string[] {
  const sides = { fund: t("Portfolio {0}"), benchmark: t("Benchmark {0}"), active: t("Active {0}") } as const;
  const whole = measures.map((one) => measureNames(outline, [one])[0] ?? "");
  return measures.map((one, place) => {
    const name = plainName(one);
    return one.side === undefined ? (whole[place] ?? name) : sides[one.side].replace("{0}", startSmall(name));
  });
}
