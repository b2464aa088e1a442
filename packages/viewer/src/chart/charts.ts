import type { Table } from "@analytics-engines/core/results";
import type { ChartControl } from "./controls.ts";
import { active } from "./kinds/active.ts";
import { area } from "./kinds/area.ts";
import { bars } from "./kinds/bars.ts";
import { effects } from "./kinds/effects.ts";
import { keyRates } from "./kinds/key-rates.ts";
import type { ChartKindRules } from "./kinds/kind.ts";
import { line } from "./kinds/line.ts";
import { months } from "./kinds/months.ts";
import { pairs } from "./kinds/pairs.ts";
import { rebased } from "./kinds/rebased.ts";
import { cumulative, drawdown } from "./kinds/returns.ts";
import { risk } from "./kinds/risk.ts";
import { riskReturn } from "./kinds/risk-return.ts";
import { scatter } from "./kinds/scatter.ts";
import { style } from "./kinds/style.ts";
import { trades } from "./kinds/trades.ts";
import { treemap } from "./kinds/treemap.ts";
import { waterfall } from "./kinds/waterfall.ts";
import { type Outline, outlineOf } from "./read/outline.ts";
import { type Rule, rules } from "./rules.ts";
import type { ChartData, ChartKind, ChartSpec } from "./spec.ts";

/** All kinds of chart, in the order of the menu. */
const kinds: Readonly<Record<ChartKind, ChartKindRules>> = {
  waterfall,
  effects,
  risk,
  keyRates,
  trades,
  active,
  treemap,
  area,
  cumulative,
  drawdown,
  months,
  rebased,
  riskReturn,
  style,
  pairs,
  line,
  bars,
  scatter,
};

const kindNames = Object.keys(kinds).filter((name): name is ChartKind => name in kinds);

export function chartName(kind: ChartKind): string {
  return kinds[kind].name;
}

/** The rule that chooses the charts of a table; undefined if the table has nothing to draw. */
export function chartRuleOf(table: Table): Rule | undefined {
  const outline = outlineOf(table);
  if (outline.measures.length === 0 || table.rowCount === 0) return undefined;
  const suits = ({ when, charts, isOnly }: Rule) => when(outline) && (isOnly || specsOf(outline, charts).length > 0);
  return rules.find(suits);
}

/** The default chart of a table and those to show beside it, by the rules; none if the table has nothing to draw. */
export function suggestCharts(table: Table): ChartSpec[] {
  return specsOf(outlineOf(table), chartRuleOf(table)?.charts ?? []);
}

/** All charts that the columns of a table allow, one of each kind: first those that the rules choose. */
export function possibleCharts(table: Table): ChartSpec[] {
  const rule = chartRuleOf(table);
  const suggested = suggestCharts(table);
  if (rule === undefined || rule.isOnly) return suggested;
  const others = kindNames.filter((kind) => !suggested.some((spec) => spec.kind === kind));
  return [...suggested, ...specsOf(outlineOf(table), others)];
}

/** The content of a chart. Its `note` says which data it leaves out. */
export function chartData(table: Table, spec: ChartSpec): ChartData {
  return kinds[spec.kind].data(outlineOf(table), spec);
}

/** The controls of a chart's menu. */
export function chartControls(table: Table, spec: ChartSpec): ChartControl[] {
  return kinds[spec.kind].controls?.(outlineOf(table), spec) ?? [];
}

function specsOf(outline: Outline, chartKinds: readonly ChartKind[]): ChartSpec[] {
  return chartKinds.map((kind) => kinds[kind].suggest(outline)).filter((spec) => spec !== undefined);
}
