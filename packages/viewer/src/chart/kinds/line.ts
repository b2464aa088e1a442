import { t } from "../../l10n.ts";
import { columnChoice, levelControls, measureChecklist } from "../controls.ts";
import { unitText } from "../read/figures.ts";
import { levelName, type Outline, rowsOf } from "../read/outline.ts";
import { MAX_MEASURES, measuresOfChart, sharedTitle, withCompanions } from "../read/pick.ts";
import { noteOf } from "../read/rows.ts";
import { hasSeveralRows, largestLines, reach, timeSeries } from "../read/series.ts";
import type { ChartSpec, LinesData } from "../spec.ts";
import type { ChartKindRules } from "./kind.ts";

/** Measures over time, or one measure with a line for each name. */
export const line: ChartKindRules = {
  name: t("Line"),

  suggest(outline) {
    const { time, measures, usefulLevels, levels } = outline;
    const [first] = measures;
    if (time === undefined || first === undefined) return undefined;
    const [outermost] = usefulLevels;
    // The outermost groups if there are several, else the total.
    const level = outermost ?? (levels === undefined ? undefined : 0);
    const isSplit = hasSeveralRows(rowsOf(outline, level), time);
    const lineMeasures = isSplit ? [first] : withCompanions(outline, first);
    return { kind: "line", date: time.column, measures: lineMeasures.map(({ index }) => index), level };
  },

  data(outline, spec): LinesData {
    const { table, time } = outline;
    const measures = measuresOfChart(outline, spec);
    if (time === undefined) throw new Error("a line needs a column of dates");
    const { notes, ...lines } = largestLines(timeSeries(outline, spec, time), reach);
    const level = spec.level ?? outline.usefulLevels.at(-1);
    const title = sharedTitle(outline, measures);
    const isSplit = hasSeveralRows(rowsOf(outline, level), time);
    return {
      shape: "lines",
      title: isSplit ? t("{0} by {1}", title, levelName(outline, level)) : title,
      subtitle: unitText(table, spec.measures[0] ?? -1),
      note: noteOf(notes),
      ...lines,
      unit: unitText(table, spec.measures[0] ?? -1),
    };
  },

  controls: lineControls,
};

/** The measures of lines, and their level. */
export function lineControls(outline: Outline, spec: ChartSpec) {
  const { table, time, measures, usefulLevels } = outline;
  const isSplit = time !== undefined && hasSeveralRows(rowsOf(outline, spec.level ?? usefulLevels.at(-1)), time);
  const columns = measures.map(({ index }) => index);
  return [
    isSplit
      ? columnChoice(table, t("Measure"), columns, spec.measures[0], (index) => ({ ...spec, measures: [index] }))
      : measureChecklist(outline, spec, MAX_MEASURES),
    ...levelControls(outline, spec),
  ];
}
