import { numberAt, type TableReading } from "@analytics-engines/core/results";
import { t } from "../../l10n.ts";
import { measureChoice } from "../controls.ts";
import { measureNames, measuresOfChart } from "../read/axis.ts";
import { rowOfDays } from "../read/series.ts";
import { signed, valueText } from "../read/values.ts";
import type { MonthCell, MonthsData } from "../spec.ts";
import type { ChartKindRules } from "./kind.ts";
import { linkableMeasures } from "./lines.ts";

const DAY = 86_400_000;

/** The return of each month, a row for each year. */
export const months: ChartKindRules = {
  name: t("Months"),

  suggest(reading) {
    const all = linkableMeasures(reading);
    const first = all.find(({ side }) => side !== "benchmark") ?? all[0];
    return first && isMonthly(reading) ? { kind: "months", measures: [first.index] } : undefined;
  },

  data(reading, spec): MonthsData {
    const [measure] = measuresOfChart(reading, spec);
    const days = reading.time?.days ?? [];
    const cells = Array.from(rowOfDays(reading) ?? []).flatMap((row, place): MonthCell[] => {
      const value = measure === undefined ? Number.NaN : numberAt(measure.column, row);
      const day = new Date(days[place] ?? Number.NaN);
      if (measure === undefined || Number.isNaN(value)) return [];
      const text = signed(valueText(measure.column, row), value);
      return [{ year: day.getUTCFullYear(), month: day.getUTCMonth(), value, text }];
    });
    const all = linkableMeasures(reading);
    const name = measureNames(all)[all.findIndex(({ index }) => index === measure?.index)] ?? measure?.name ?? "";
    return {
      shape: "months",
      title: t("Returns by month, {0}", name),
      subtitle: "%",
      years: [...new Set(cells.map(({ year }) => year))].sort((a, b) => a - b),
      cells,
    };
  },

  controls: (reading, spec) => measureChoice(reading, linkableMeasures(reading), spec),
};

/** Whether the dates are about a month apart. */
function isMonthly({ time }: TableReading): boolean {
  if (time === undefined || time.days.length < 3) return false;
  const gaps = time.days.slice(1).map((day, place) => (day - (time.days[place] ?? 0)) / DAY);
  return gaps.every((gap) => gap >= 25 && gap <= 35);
}
