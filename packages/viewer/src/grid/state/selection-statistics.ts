import { cellValue, columnFormat, type Meaning, type Table } from "@analytics-engines/core/results";
import { t } from "../../l10n.ts";
import { localNumber } from "../../language/number-language.ts";
import { countOf } from "../../text.ts";
import type { GridState } from "./grid-state.ts";
import { type Area, areaOf, type CellSelection } from "./selection.ts";

/** More selected cells than this are only counted, so that selecting stays fast. */
const MAX_CELLS = 2_000_000;

/** Only these add up: a sum of weights counts groups twice, and returns of periods do not add. */
const summableMeanings: ReadonlySet<Meaning> = new Set<Meaning>([
  ...(["market-value", "quantity", "count", "contribution", "unknown"] as const),
  ...([
    "effect-allocation",
    "effect-selection",
    "effect-interaction",
    "effect-currency",
    "effect-other",
    "effect-total",
  ] as const),
]);

/** The line below a grid: its rows, and the statistics of the selected cells. */
export function gridStatus(state: GridState, selection: CellSelection | undefined): string {
  const all = countOf(state.table.rowCount, "row");
  const rows = state.isFiltered ? t("{0} of {1} match", countOf(state.matchCount, "row"), all) : all;
  const statistics = selection && selectionStatistics(state.table, state.rows, state.layout.columns, areaOf(selection));
  return statistics ? `${rows} · ${statistics}` : rows;
}

/**
 * Sum, mean, count, least and most of the selected numbers, in the format of their column; empty for one cell or none. Weights, returns,
 * prices and ratios have no sum. Numbers of different units are only counted.
 */
export function selectionStatistics(table: Table, rows: Int32Array, order: readonly number[], area: Area): string {
  const cells = (area.lastRow - area.firstRow + 1) * (area.lastColumn - area.firstColumn + 1);
  if (cells < 2) return "";
  if (cells > MAX_CELLS) return t("{0} selected", countOf(cells, "cell"));
  const columns = order.slice(area.firstColumn, area.lastColumn + 1).flatMap((index) => table.columns[index] ?? []);
  const numeric = columns.filter(({ values }) => values.kind === "number");
  const formats = numeric.map(columnFormat);
  const [format] = formats;
  let count = 0;
  let sum = 0;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const column of numeric) {
    for (let at = area.firstRow; at <= area.lastRow; at++) {
      const value = cellValue(column, rows[at] ?? 0);
      if (typeof value !== "number" || !Number.isFinite(value)) continue;
      count += 1;
      sum += value;
      if (value < least) least = value;
      if (value > most) most = value;
    }
  }
  if (format === undefined || count === 0) return t("{0} selected", countOf(cells, "cell"));
  const counted = t("count {0}", countOf(count, "number"));
  const isMixed = formats.some(({ meaning, unit }) => meaning !== format.meaning || unit !== format.unit);
  if (isMixed) return t("{0} of different units", counted);
  const unit = format.unit === "" ? "" : ` ${format.unit}`;
  const text = (name: string, value: number) => `${name} ${localNumber(format.text(value))}${unit}`;
  return [
    ...(summableMeanings.has(format.meaning) ? [text(t("sum"), sum)] : []),
    text(t("mean"), sum / count),
    counted,
    text(t("min"), least),
    text(t("max"), most),
  ].join(" · ");
}
