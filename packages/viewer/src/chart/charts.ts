import { readTable, type Table, type TableReading } from "@analytics-engines/core/results";
import { type ResultKind, resultKindOf } from "../result-kind.ts";
import { area } from "./kinds/areas.ts";
import { active, bars, trades } from "./kinds/bars.ts";
import { horizons, keyRates, months, periods } from "./kinds/columns.ts";
import { cumulative, drawdown, line, rebased } from "./kinds/lines.ts";
import { pairs, riskReturn, scatter, style } from "./kinds/points.ts";
import { effects, risk, waterfall } from "./kinds/stacks.ts";
import { isOfYears } from "./read/series.ts";
import type { ChartControl, ChartData, ChartKind, ChartKindRules, ChartSpec } from "./spec.ts";

/** All kinds of chart, in the order of the menu. */
const kinds: Readonly<Record<ChartKind, ChartKindRules>> = {
  waterfall,
  effects,
  risk,
  keyRates,
  horizons,
  trades,
  active,
  area,
  cumulative,
  drawdown,
  months,
  periods,
  rebased,
  riskReturn,
  style,
  pairs,
  line,
  bars,
  scatter,
};

const kindNames = Object.keys(kinds).filter((name): name is ChartKind => name in kinds);

/** The charts of a result, the default first. A kind of which the table proves no chart is left out. */
interface Choice {
  readonly rows: readonly ChartKind[];
  /** Of a result over time, if it has others. */
  readonly time?: readonly ChartKind[];
}

/** The charts of each kind of result. `docs/runs/charts.md` explains them. */
export const choices: Readonly<Record<ResultKind, Choice>> = {
  empty: { rows: [] },
  characteristics: { rows: [] },
  statistics: { rows: ["riskReturn"] },
  attribution: { rows: ["waterfall", "effects"], time: ["effects"] },
  "risk parts": { rows: ["risk"] },
  "key rates": { rows: ["keyRates", "scatter"] },
  style: { rows: ["style"] },
  trades: { rows: ["trades"] },
  rebalancing: { rows: ["trades"] },
  bonds: { rows: ["scatter"] },
  horizons: { rows: ["horizons"] },
  levels: { rows: ["bars"], time: ["rebased", "drawdown"] },
  contribution: { rows: ["bars", "pairs"], time: ["cumulative", "bars"] },
  returns: { rows: ["pairs"], time: ["cumulative", "drawdown", "months"] },
  weights: { rows: ["active", "bars", "area"], time: ["area", "active"] },
  risk: { rows: ["pairs"] },
  measures: { rows: ["pairs"], time: ["bars", "line"] },
};

export function chartName(kind: ChartKind): string {
  return kinds[kind].name;
}

/** The default chart of a table and those to show beside it; none if the table proves none. */
export function suggestCharts(table: Table): ChartSpec[] {
  const reading = readTable(table);
  const { rows, time = rows } = choices[resultKindOf(reading)];
  if (rows.length === 0) return [];
  const isInTime = reading.time !== undefined;
  // Periods that are years are compared, one bar for each.
  const chosen = isInTime && isOfYears(reading) ? (["periods", ...time] as const) : isInTime ? time : rows;
  const specs = specsOf(reading, chosen);
  const [first] = specs;
  // A drawdown stands beside what falls, and never alone.
  if (reading.rowsAreMeasures || (first !== undefined && first.kind !== "drawdown")) return specs;
  return [...specsOf(reading, [isInTime ? "line" : "bars"]), ...specs];
}

/** All charts that a table proves, one of each kind: first the suggested ones. */
export function possibleCharts(table: Table): ChartSpec[] {
  const reading = readTable(table);
  const suggested = suggestCharts(table);
  if (suggested.length === 0 || reading.rowsAreMeasures) return suggested;
  const others = kindNames.filter((kind) => !suggested.some((spec) => spec.kind === kind));
  return [...suggested, ...specsOf(reading, others)];
}

/** The content of a chart. Its `note` says which data it leaves out. */
export function chartData(table: Table, spec: ChartSpec): ChartData {
  return kinds[spec.kind].data(readTable(table), spec);
}

/** The controls of a chart's menu. */
export function chartControls(table: Table, spec: ChartSpec): ChartControl[] {
  return kinds[spec.kind].controls?.(readTable(table), spec) ?? [];
}

function specsOf(reading: TableReading, chartKinds: readonly ChartKind[]): ChartSpec[] {
  return chartKinds.map((kind) => kinds[kind].suggest(reading)).filter((spec) => spec !== undefined);
}
