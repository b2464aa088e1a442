import type { CellUse } from "@analytics-engines/core/files";

/**
 * What a cell has where its place has a value; undefined if the text around the cell does not allow the value.
 * @param isContinued whether more follows the value, so that it need not have the end
 */
export function cellSuggestion(
  value: string,
  { before, after }: Pick<CellUse, "before" | "after">,
  isContinued: boolean,
): string | undefined {
  const end = isContinued ? "" : after;
  if (!value.startsWith(before) || !value.endsWith(end) || value.length <= before.length + end.length) return undefined;
  return value.slice(before.length, value.length - end.length);
}
