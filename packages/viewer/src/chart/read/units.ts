import { type Column, columnFormat, type Meaning } from "@analytics-engines/core/results";

/** Measures that share an axis. */
export type MeasureKind = "weight" | "return" | "effect" | "number" | Meaning;

/** Which measures share an axis with one of this meaning. */
export function kindOfMeaning(meaning: Meaning): MeasureKind {
  if (meaning.startsWith("weight")) return "weight";
  if (meaning.startsWith("effect-") || meaning === "contribution") return "effect";
  if (meaning.endsWith("-return") || meaning === "risk") return "return";
  return meaning === "unknown" || meaning === "other-number" ? "number" : meaning;
}

/**
 * Whether two measures can share an axis. They must have the same name (as portfolio and benchmark have) or the same meaning. If their
 * names do not say what they mean, they must have the same header above, the same format and numbers of similar size.
 */
export function shareUnit(one: Column, other: Column): boolean {
  const [first, second] = [columnFormat(one), columnFormat(other)];
  if (first.unit !== second.unit || isPercent(one) !== isPercent(other)) return false;
  if (one.header.at(-1) === other.header.at(-1)) return true;
  const kind = kindOfMeaning(first.meaning);
  if (kind !== "number" || kindOfMeaning(second.meaning) !== "number")
    return kind === kindOfMeaning(second.meaning) && kind !== "ratio";
  const parentHeader = one.header.slice(0, -1).join("\n");
  return (
    parentHeader !== "" &&
    parentHeader === other.header.slice(0, -1).join("\n") &&
    one.format === other.format &&
    areLike(one, other)
  );
}

/** A percent format shows a hundred times the number: on one axis, 0.05 beside 5 would not be visible. */
function isPercent({ format }: Column): boolean {
  return format?.includes("%") === true;
}

const LIKE_SIZE = 100;

function areLike(one: Column, other: Column): boolean {
  const [size, otherSize] = [largest(one), largest(other)];
  return size === 0 || otherSize === 0 || Math.max(size, otherSize) / Math.min(size, otherSize) <= LIKE_SIZE;
}

function largest({ values }: Column): number {
  if (values.kind !== "number") return 0;
  return values.values.reduce((most, value) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most), 0);
}
