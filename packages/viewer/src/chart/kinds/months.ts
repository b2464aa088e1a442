import { t } from "../../l10n.ts";
import { measureChoice } from "../controls.ts";
import { figureText, numberAt, signed } from "../read/figures.ts";
import { type Outline, rowsOf } from "../read/outline.ts";
import { measureAt, measureNames, measuresWith } from "../read/pick.ts";
import type { MonthCell, MonthsData } from "../spec.ts";
import type { ChartKindRules } from "./kind.ts";
import { suggestReturns } from "./returns.ts";

const DAY = 86_400_000;

/** The return of each month, a row for each year. */
export const months: ChartKindRules = {
  name: t("Months"),

  suggest(outline) {
    const spec = suggestReturns(outline, "months");
    return spec && isMonthly(outline) ? { ...spec, measures: spec.measures.slice(0, 1) } : undefined;
  },

  data(outline, spec): MonthsData {
    const { table, time } = outline;
    const [measure = -1] = spec.measures;
    const cells = rowsOf(outline, spec.level).flatMap((row): MonthCell[] => {
      const value = numberAt(table, measure, row);
      const day = new Date(time?.dayOfRow[row] ?? Number.NaN);
      if (Number.isNaN(value) || Number.isNaN(day.getTime())) return [];
      return [
        {
          year: day.getUTCFullYear(),
          month: day.getUTCMonth(),
          value,
          text: signed(figureText(table, measure, row), value),
        },
      ];
    });
    const returnMeasure = measureAt(outline, measure);
    const returns = measuresWith(outline, "return");
    const [name = ""] = returnMeasure
      ? measureNames(outline, [returnMeasure, ...returns.filter((one) => one !== returnMeasure)])
      : [];
    return {
      shape: "months",
      title: t("Returns by month, {0}", name.replace(/ \| return$/i, "")),
      subtitle: "%",
      years: [...new Set(cells.map(({ year }) => year))].sort((a, b) => a - b),
      cells,
    };
  },

  controls: (outline, spec) => measureChoice(outline, measuresWith(outline, "return"), spec),
};

/** Whether the dates are about a month apart. */
function isMonthly({ time }: Outline): boolean {
  if (time === undefined || time.days.length < 3) return false;
  const gaps = time.days.slice(1).map((day, place) => (day - (time.days[place] ?? 0)) / DAY);
  return gaps.every((gap) => gap >= 25 && gap <= 35);
}
