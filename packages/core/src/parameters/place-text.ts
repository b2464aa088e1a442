import type { Range } from "./issue.ts";

/**
 * Where a range begins, as compilers write it: `LINE:COLUMN`.
 * @example
 * ```ts
 * import { placeText, readParameterFile } from "@analytics-engines/core/parameters";
 *
 * const { issues } = readParameterFile('{"data": {"u": {}}}', { family: "pa" });
 * for (const { range, message } of issues) console.log(`${placeText(range)} ${message}`);
 * ```
 */
export function placeText({ start }: Range): string {
  return `${start.line}:${start.column}`;
}
