import { t } from "../../l10n.ts";
import { countOf } from "../../text.ts";
import { levelControls, measureChoice } from "../controls.ts";
import { localDay } from "../dates.ts";
import { figureText, numberAt, unitText } from "../read/figures.ts";
import { type Outline, rowName } from "../read/outline.ts";
import { measuresWith, weightsOf } from "../read/pick.ts";
import { hasParts, noteOf, rowsToday } from "../read/rows.ts";
import type { TreeData, TreeLeaf } from "../spec.ts";
import { subtitleOf } from "./bars.ts";
import type { ChartKindRules } from "./kind.ts";

/** Weights as areas, in their groups. */
export const treemap: ChartKindRules = {
  name: t("Treemap"),

  suggest(outline) {
    const weights = weightsOf(outline);
    const level = outline.usefulLevels[1] ?? outline.usefulLevels[0];
    return weights[0] && hasParts(outline, level)
      ? { kind: "treemap", measures: [weights[0].index], level }
      : undefined;
  },

  data(outline, spec): TreeData {
    const { table, time } = outline;
    const [measure = -1] = spec.measures;
    const { rows, notes, day } = rowsToday(outline, spec.level, measure);
    const ancestors = ancestorsOf(outline);
    const leaves: TreeLeaf[] = [];
    let negative = 0;
    for (const row of rows) {
      const value = numberAt(table, measure, row);
      if (value < 0) negative++;
      if (value > 0)
        leaves.push({ path: [...ancestors(row), rowName(outline, row)], value, text: figureText(table, measure, row) });
    }
    const single = time === undefined ? undefined : localDay(time.days.at(-1) ?? 0);
    const side = measuresWith(outline, "weight").find(({ index }) => index === measure)?.side;
    const unit = unitText(table, measure);
    return {
      shape: "tree",
      title: side === "benchmark" ? t("Benchmark weights") : side === "fund" ? t("Portfolio weights") : t("Weights"),
      subtitle: subtitleOf(unit, day ?? single, t("{0} by size", countOf(leaves.length, "part"))),
      note: noteOf([
        ...notes,
        ...(negative > 0 ? [t("{0} cannot be drawn as an area.", countOf(negative, "negative weight"))] : []),
      ]),
      leaves,
    };
  },

  controls: (outline, spec) => [...measureChoice(outline, weightsOf(outline), spec), ...levelControls(outline, spec)],
};

/** The names of the groups of a row, from the outside, without those that have one child. */
function ancestorsOf(outline: Outline): (row: number) => string[] {
  const { levels, usefulLevels } = outline;
  if (levels === undefined) return () => [];
  const parents = new Map<number, string[]>();
  const open: string[] = [];
  for (const [row, level] of levels.entries()) {
    open.length = level;
    parents.set(
      row,
      open.filter((name, at) => name !== undefined && usefulLevels.includes(at)),
    );
    open[level] = rowName(outline, row);
  }
  return (row) => parents.get(row) ?? [];
}
