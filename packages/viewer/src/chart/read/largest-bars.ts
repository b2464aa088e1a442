import { t } from "../../l10n.ts";
import type { BarsData } from "../spec.ts";
import type { Figures } from "./figures.ts";

/** Keeps `count` groups: those with the longest bars, in their order. The note says so. */
export function largestBars(data: BarsData, count: number): BarsData {
  const { groups, series, totals } = data;
  if (data.isUpright || groups.length <= count) return data;
  const lengthOf = (place: number) => Math.max(...series.map(({ values }) => Math.abs(values[place] ?? 0) || 0));
  const places = [...groups.keys()]
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    .slice(0, count)
    .toSorted((a, b) => a - b);
  const of = <One extends Figures>(one: One): One => ({
    ...one,
    values: Float64Array.from(places, (place) => one.values[place] ?? Number.NaN),
    text: (place) => one.text(places[place] ?? -1),
  });
  const said = t("The {0} largest of {1} are shown; the chart has all.", count, groups.length);
  return {
    ...data,
    groups: places.map((place) => groups[place] ?? ""),
    series: series.map(of),
    totals: totals && of(totals),
    note: data.note ? `${said} ${data.note}` : said,
  };
}
