import { t } from "../../l10n.ts";
import type { FormattedValues } from "../read/values.ts";
import type { BarsData, ChartData, PairsData } from "../spec.ts";

type GroupedData = BarsData | PairsData;

/** Whether a chart stays true with fewer groups. Sorted bars and pairs do; places of an axis and periods do not. */
export function isShortenable(data: ChartData): data is GroupedData {
  return (data.shape === "bars" && !data.isUpright) || data.shape === "pairs";
}

/** Keeps `count` groups: those with the numbers farthest from zero, in their order. The note says so. */
export function largestGroups<Data extends GroupedData>(data: Data, count: number): Data {
  const { groups, series } = data;
  if (!isShortenable(data) || groups.length <= count) return data;
  const lengthOf = (place: number) => Math.max(...series.map(({ values }) => Math.abs(values[place] ?? 0) || 0));
  const places = [...groups.keys()]
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    .slice(0, count)
    .toSorted((a, b) => a - b);
  const of = <One extends FormattedValues>(one: One): One => ({
    ...one,
    values: Float64Array.from(places, (place) => one.values[place] ?? Number.NaN),
    text: (place) => one.text(places[place] ?? -1),
  });
  const shortened = t("The {0} largest of {1} are shown; the chart has all.", count, groups.length);
  return {
    ...data,
    groups: places.map((place) => groups[place] ?? ""),
    series: series.map(of),
    ...(data.shape === "bars" && { totals: data.totals && of(data.totals) }),
    note: data.note ? `${shortened} ${data.note}` : shortened,
  };
}
