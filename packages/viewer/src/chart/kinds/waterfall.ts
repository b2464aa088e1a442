import { t } from "../../l10n.ts";
import { computedText, numberAt, signed, unitText } from "../read/figures.ts";
import type { ChartMeasure } from "../read/measures.ts";
import { type Outline, totalRows } from "../read/outline.ts";
import { measureAt, measuresWith } from "../read/pick.ts";
import type { StepsData, WaterfallStep } from "../spec.ts";
import { effectColour, effectMeasures, effectName } from "./effects.ts";
import type { ChartKindRules } from "./kind.ts";

/** Effects that differ from the active return by less than this share of it are complete. */
const ROUNDING = 0.001;

/** From the benchmark's return to the portfolio's by the effects. */
export const waterfall: ChartKindRules = {
  name: t("Waterfall"),

  suggest(outline) {
    const parts = effectMeasures(outline);
    const [fund] = measuresWith(outline, "return", "fund");
    const [benchmark] = measuresWith(outline, "return", "benchmark");
    // Effects of several periods do not add up to a return.
    if (!fund || !benchmark || parts.length < 2 || outline.time || totalRow(outline) === undefined) return undefined;
    return { kind: "waterfall", measures: [benchmark, ...parts, fund].map(({ index }) => index) };
  },

  data(outline, spec): StepsData {
    const { table } = outline;
    const row = totalRow(outline) ?? 0;
    const [benchmark = -1] = spec.measures;
    const fund = spec.measures.at(-1) ?? -1;
    const parts = spec.measures
      .slice(1, -1)
      .map((index) => measureAt(outline, index))
      .filter((one) => one !== undefined);
    const start = numberAt(table, benchmark, row);
    const end = numberAt(table, fund, row);
    const text = (value: number) => computedText(table, fund, value);
    const steps: WaterfallStep[] = [{ name: t("Benchmark"), from: 0, to: start, text: text(start), colour: "bench" }];
    let at = start;
    for (const [place, part] of parts.entries()) {
      const value = numberAt(table, part.index, row) || 0;
      steps.push({ ...stepOf(part, place), from: at, to: at + value, text: signed(text(value), value) });
      at += value;
    }
    const rest = end - at;
    if (Math.abs(rest) > ROUNDING * Math.max(1, Math.abs(end))) {
      steps.push({ name: t("Not explained"), from: at, to: end, text: signed(text(rest), rest), colour: 8 });
    }
    steps.push({ name: t("Portfolio"), from: 0, to: end, text: text(end), colour: 0 });
    const unit = unitText(table, fund);
    return {
      shape: "steps",
      title: t("From benchmark to portfolio"),
      subtitle: [t("return"), unit].filter(Boolean).join(", "),
      steps,
      unit,
    };
  },
};

function stepOf(part: ChartMeasure, place: number): Pick<WaterfallStep, "name" | "colour"> {
  return { name: effectName(part), colour: effectColour(part, place) };
}

/** The row of the whole: the one above all groups, or the only row. */
function totalRow(outline: Outline): number | undefined {
  return totalRows(outline)[0] ?? (outline.table.rowCount === 1 ? 0 : undefined);
}
