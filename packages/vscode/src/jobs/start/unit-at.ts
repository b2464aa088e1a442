import type { ParameterFile } from "@analytics-engines/core/parameters";
import { unitPointer } from "../outcomes/problems.ts";

/**
 * Finds the unit at an offset of a parameter file: the one around it, else the one on its line. Without one, the only unit of the file.
 */
export function unitAt(text: string, { units, rangeOf }: Pick<ParameterFile, "units" | "rangeOf">, offset: number) {
  const [only] = units;
  if (units.length === 1) return only;
  const spans = units.flatMap((id) => {
    const range = rangeOf(unitPointer(id));
    return range === undefined ? [] : [{ id, start: range.start.offset, end: range.end.offset }];
  });
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const lineEnd = text.indexOf("\n", offset) < 0 ? text.length : text.indexOf("\n", offset);
  const unitAround = spans.find(({ start, end }) => start <= offset && offset <= end);
  // The key of a unit is before its value, and a comma after it.
  const unitOnLine = spans.find(
    ({ start, end }) => (start >= lineStart && start <= lineEnd) || (end >= lineStart && end <= lineEnd),
  );
  return (unitAround ?? unitOnLine)?.id;
}
