import { t } from "../../l10n.ts";
import type { Colour } from "../colour/colours.ts";
import { localDay } from "../dates.ts";
import { fixedText, numberAt, signed } from "../read/figures.ts";
import type { ChartMeasure } from "../read/measures.ts";
import { rowName } from "../read/outline.ts";
import { measuresWith } from "../read/pick.ts";
import type { Point, PointsData } from "../spec.ts";
import type { ChartKindRules } from "./kind.ts";

/** The style of accounts by the weights of the four style indices: value to growth across, small to large up. */
export const style: ChartKindRules = {
  name: t("Style map"),

  suggest(outline) {
    const weights = measuresWith(outline, "style");
    const has = (words: RegExp) => weights.some((one) => words.test(nameOf(one)));
    if (![/growth/i, /value/i, /large/i, /small/i].every(has)) return undefined;
    return { kind: "style", measures: weights.map(({ index }) => index) };
  },

  data(outline, spec): PointsData {
    const { table, measures, time } = outline;
    const weights = measures.filter(({ index }) => spec.measures.includes(index));
    const share = (row: number, words: RegExp) =>
      weights.reduce((sum, one) => sum + (words.test(nameOf(one)) ? numberAt(table, one.index, row) || 0 : 0), 0);
    const rows = Array.from({ length: table.rowCount }, (_, row) => row);
    const hasBenchmark = table.metadata.items["Benchmark"]?.length === 1 && time === undefined && rows.length > 1;
    const points = rows.map((row): Point => {
      const x = share(row, /growth/i) - share(row, /value/i);
      const y = share(row, /large/i) - share(row, /small/i);
      const colour: Colour = hasBenchmark && row === rows.length - 1 ? "bench" : time ? 0 : row;
      const name = time ? localDay(time.dayOfRow[row] ?? 0) : rowName(outline, row);
      return { name, x, y, xText: pointText(x), yText: pointText(y), colour };
    });
    return {
      shape: "points",
      title: t("Style map"),
      subtitle: t("percentage points, growth less value and large less small"),
      x: { name: t("Value to growth"), unit: "", ends: [t("Value"), t("Growth")] },
      y: { name: t("Small to large"), unit: "", ends: [t("Small"), t("Large")] },
      points,
    };
  },
};

function nameOf({ levels }: ChartMeasure): string {
  return levels.at(-1) ?? "";
}

function pointText(value: number): string {
  return signed(fixedText(value, 1), value);
}
