import { columnLabel } from "../../column-text.ts";
import { t } from "../../l10n.ts";
import { countOf } from "../../text.ts";
import { columnChoice, levelControls, nameChoice } from "../controls.ts";
import { figureText, numberAt, unitText } from "../read/figures.ts";
import { plainName } from "../read/measures.ts";
import type { Outline } from "../read/outline.ts";
import { byInterest, measuresWith } from "../read/pick.ts";
import { noteOf, rowNames, rowsToday } from "../read/rows.ts";
import type { Point, PointsData } from "../spec.ts";
import { subtitleOf } from "./bars.ts";
import type { ChartKindRules } from "./kind.ts";

const MAX_POINTS = 4000;

/** Two measures against each other: yield by duration of bonds, else the first and one of another name. */
export const scatter: ChartKindRules = {
  name: t("Scatter"),

  suggest(outline) {
    const [x, y] = pairOf(outline);
    return x === undefined || y === undefined
      ? undefined
      : { kind: "scatter", measures: [x, y], level: outline.usefulLevels.at(-1) };
  },

  data(outline, spec): PointsData {
    const { table } = outline;
    const [x = -1, y = -1] = spec.measures;
    const today = rowsToday(outline, spec.level);
    const rows = today.rows.filter(
      (row) => !Number.isNaN(numberAt(table, x, row)) && !Number.isNaN(numberAt(table, y, row)),
    );
    const step = Math.max(1, Math.ceil(rows.length / MAX_POINTS));
    const sample = rows.filter((_, place) => place % step === 0);
    const names = rowNames(outline, sample, spec.category);
    const points = sample.map(
      (row, place): Point => ({
        name: names[place] ?? "",
        x: numberAt(table, x, row),
        y: numberAt(table, y, row),
        xText: figureText(table, x, row),
        yText: figureText(table, y, row),
        colour: 0,
      }),
    );
    const notes = [...today.notes];
    if (rows.length < today.rows.length)
      notes.push(t("{0} without both numbers are not drawn.", countOf(today.rows.length - rows.length, "row")));
    if (step > 1)
      notes.push(
        t("{0} of {1} are drawn: one in {2}.", countOf(points.length, "point"), countOf(rows.length, "row"), step),
      );
    const { xName, yName, side } = namesOf(outline, x, y);
    return {
      shape: "points",
      title: t("{0} by {1}", yName, xName),
      subtitle: subtitleOf(side, today.day, countOf(points.length, "point")),
      note: noteOf(notes),
      x: { name: xName, unit: unitText(table, x) },
      y: { name: yName, unit: unitText(table, y) },
      points,
    };
  },

  controls(outline, spec) {
    const columns = outline.measures.map(({ index }) => index);
    const [x = -1, y = -1] = spec.measures;
    return [
      columnChoice(outline.table, t("Across"), columns, x, (index) => ({ ...spec, measures: [index, y] })),
      columnChoice(outline.table, t("Up"), columns, y, (index) => ({ ...spec, measures: [x, index] })),
      ...nameChoice(outline.table, outline.names, spec),
      ...levelControls(outline, spec),
    ];
  },
};

/** The names of two measures. A header above both, such as the portfolio, appears once. */
function namesOf({ table }: Outline, x: number, y: number) {
  const [xLevels = [], yLevels = []] = [x, y].map((index) => columnLabel(table, index).split(" | "));
  const [side = ""] = xLevels;
  const isShared = xLevels.length > 1 && yLevels.length > 1 && yLevels[0] === side;
  const nameOf = (levels: readonly string[]) => levels.slice(isShared ? 1 : 0).join(" | ");
  return { xName: nameOf(xLevels), yName: nameOf(yLevels), side: isShared ? side : "" };
}

function pairOf(outline: Outline): readonly [number | undefined, number | undefined] {
  const [duration] = measuresWith(outline, "duration");
  const yields = measuresWith(outline, "yield").find(({ side }) => side === duration?.side);
  if (duration && yields) return [duration.index, yields.index];
  const ordered = byInterest(outline.measures);
  const [x] = ordered;
  if (x === undefined) return [undefined, undefined];
  const other = ordered.find((one) => plainName(one) !== plainName(x)) ?? ordered[1];
  return [x.index, other?.index];
}
