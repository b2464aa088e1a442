import { type Day, dashedDate } from "@analytics-engines/core/parameters";
import { findAccount, findBenchmark } from "../catalogue/accounts.ts";
import { numbers, type TableColumn } from "./stach/table.ts";

const months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

/** A day as cells of an export have it: `04/28/2026`. */
export function slashedDate(day: Day): string {
  const [year, month, date] = dashedDate(day).split("-");
  return `${month}/${date}/${year}`;
}

/** A day as headers of an export have it: `28-APR-2026`. */
export function headerDate(day: Day): string {
  const [year, month, date] = dashedDate(day).split("-");
  return `${date}-${months[Number(month) - 1]}-${year}`;
}

/** An account or a benchmark as headers name it: the file of its path without the ending, or the name of the index. */
export function ownerLabel(name: string): string {
  const benchmark = findAccount(name) ? undefined : findBenchmark(name);
  return benchmark?.name ?? name.slice(name.lastIndexOf("/") + 1).replace(/^.*:|\.ACCT$/g, "");
}

/** A column of numbers of an export: its technical name is its header. */
export function exportedNumbers(headers: readonly string[], values: readonly (number | null)[], format?: string) {
  return numbers(headers.join(" | "), headers, values, format);
}

/** A column of texts of an export; an empty text is an empty cell. */
export function exportedTexts(header: string, texts: readonly (string | null)[], isDimension = false): TableColumn {
  return { name: header, headers: [header], type: "string", isDimension, cells: texts.map((text) => text || null) };
}
