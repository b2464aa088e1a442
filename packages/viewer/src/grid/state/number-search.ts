import { type Column, columnFormat, formatOfCell } from "@analytics-engines/core/results";
import { typedInMarksOfJson } from "../../language/number-language.ts";

/**
 * Finds the numbers that begin with what the user types: `13.9` (in German `13,9`) finds 13.93 and 13.9335701, `-1` only negative numbers. Undefined if the
 * text is not a number. It compares first, so that few numbers are written out, and a search through millions stays fast.
 */
export function numberTest(column: Column, search: string): ((row: number) => boolean) | undefined {
  const typed = typedInMarksOfJson(search).replace("\u2212", "-").replace(/%$/, "");
  if (column.values.kind !== "number" || !/^[+-]?(\d+\.?\d*|\.\d+)$/.test(typed)) return undefined;
  const sign = /^[+-]/.exec(typed)?.[0];
  const digits = typed.replace(/^[+-]/, "").replace(/^\./, "0.");
  const decimals = digits.split(".")[1]?.length ?? 0;
  const size = Number(digits);
  // A value may be below the typed number by half of its last shown place, because the grid rounds it up.
  const least = size - 0.5 * 10 ** -Math.min(decimals, 1);
  const most = size + 10 ** -decimals;
  const { values } = column.values;
  const { text } = columnFormat(column);
  return (row) => {
    const value = values[row] ?? Number.NaN;
    const magnitude = Math.abs(value);
    if (!(magnitude >= least && magnitude <= most)) return false;
    if (sign !== undefined && value < 0 !== (sign === "-")) return false;
    return (
      String(magnitude).startsWith(digits) ||
      text(magnitude, { format: formatOfCell(column, row).format })
        .replaceAll(",", "")
        .startsWith(digits)
    );
  };
}
