import type { Range } from "./issue.ts";

/** Where a range begins, as compilers write it: `LINE:COLUMN`. */
export function placeText({ start }: Range): string {
  return `${start.line}:${start.column}`;
}
