import { grandTotalRow, type Measure, readTable, type Table, type TableReading } from "@analytics-engines/core/results";
import { type MiniChart, miniChart } from "../../chart/mini.ts";
import { type ResultKind, resultKindOf } from "../../result-kind.ts";
import {
  bondFigures,
  characteristicFigures,
  keyRateFigures,
  levelFigures,
  screenFigures,
} from "./figures/characteristics.ts";
import { rebalancingFigures, tradeFigures, weightFigures } from "./figures/holdings.ts";
import { attributionFigures, contributionFigures, horizonFigures, returnFigures } from "./figures/returns.ts";
import { countFigures, lastDayFigures, measureFigures } from "./figures/total.ts";
import { type KeyFigure, shortened } from "./key-figure.ts";

/** Chooses the figures of a table; the siblings are the other tables of its unit. */
type FiguresOf = (reading: TableReading, siblings: readonly TableReading[]) => KeyFigure[];

const MAX_FIGURES = 6;

const figuresOfKind: Readonly<Record<ResultKind, FiguresOf>> = {
  empty: () => [],
  characteristics: characteristicFigures,
  statistics: characteristicFigures,
  attribution: attributionFigures,
  "risk parts": totalFigures,
  "key rates": keyRateFigures,
  style: totalFigures,
  trades: tradeFigures,
  rebalancing: rebalancingFigures,
  bonds: bondFigures,
  horizons: horizonFigures,
  levels: levelFigures,
  contribution: contributionFigures,
  returns: returnFigures,
  weights: weightFigures,
  risk: totalFigures,
  measures: totalFigures,
};

/**
 * The numbers of a table that a reader looks for first: results, then their parts. A figure is a cell of the table's own total where the table
 * has one. It is computed from the rows only if the table has all of them. `docs/runs/figures.md` names the reading that each needs.
 * @param siblings the tables of the unit, which may show the turnover of trades
 */
export function keyFigures(table: Table, siblings: readonly Table[] = []): readonly KeyFigure[] {
  const reading = readTable(table);
  const figures = figuresOfKind[resultKindOf(reading)](reading, siblings.map(readTable));
  return withUniqueLabels(figures).slice(0, MAX_FIGURES);
}

/** Two numbers with one label would be one to a reader: later ones get a number. */
function withUniqueLabels(figures: readonly KeyFigure[]): readonly KeyFigure[] {
  const counts = new Map<string, number>();
  return figures.map((figure) => {
    const count = (counts.get(figure.label) ?? 0) + 1;
    counts.set(figure.label, count);
    return count === 1 ? figure : { ...figure, label: `${figure.label} (${count})` };
  });
}

/** The measures of the total in the order in which people look for them; without a total, how many rows there are. */
function totalFigures(reading: TableReading): KeyFigure[] {
  if (reading.time !== undefined) return reading.time.hasSeveralRows ? screenFigures(reading) : lastDayFigures(reading);
  const row = grandTotalRow(reading);
  if (row === undefined) return countFigures(reading);
  const isOther = ({ meaning }: Measure) => !meaning.startsWith("weight");
  return measureFigures(reading, reading.current.filter(isOther), row);
}

/** What a unit says at a glance. It can be kept as JSON. */
export interface UnitSummary {
  readonly figures: readonly KeyFigure[];
  readonly chart?: MiniChart;
  /** Why there is nothing else. */
  readonly problem?: string;
  /** The result is not the one that the run stored. */
  readonly isAltered?: boolean;
}

/** The summary of the first table that has figures or a chart; undefined if none has. */
export function summaryOf(tables: readonly Table[]): UnitSummary | undefined {
  for (const table of tables) {
    const [figures, chart] = [keyFigures(table, tables), miniChart(table)];
    if (figures.length > 0 || chart !== undefined)
      return { figures, ...(chart && { chart: { ...chart, caption: shortened(chart.caption) } }) };
  }
  return undefined;
}

/** A larger result takes too long to read for a row of a list. In stored bytes. */
export const MAX_SUMMARIZED_BYTES = 16_000_000;
