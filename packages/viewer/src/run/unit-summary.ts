import type { Table } from "@analytics-engines/core/results";
import { type MiniChart, miniChart } from "../chart/mini.ts";
import { type KeyFigure, shortened } from "./head/key-figure.ts";
import { keyFigures } from "./head/key-figures.ts";

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
