import { type Column, columnFormat } from "@analytics-engines/core/results";

/**
 * Whether two measures can share an axis. They must have the same name (as portfolio and benchmark have) or the same meaning. If their
 * names do not say what they mean, they must have the same header above, the same format and numbers of similar size.
 */
export function shareUnit(one: Column, other: Column): boolean {
  const [first, second] = [columnFormat(one), columnFormat(other)];
  if (first.unit !== second.unit || isPercent(one) !== isPercent(other)) return false;
  if (one.header.at(-1) === other.header.at(-1)) return true;
  if (first.meaning !== "number" || second.meaning !== "number")
    return first.meaning === second.meaning && first.meaning !== "ratio";
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
