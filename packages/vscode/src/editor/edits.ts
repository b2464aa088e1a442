import type { TextEdit } from "@analytics-engines/core/parameters";

/**
 * The edits that turn one text into another. They are small, so that cursors, folds and marks in other lines stay: one replacement for each line
 * that differs, or a single one if the number of lines differs.
 */
export function editsBetween(before: string, after: string): TextEdit[] {
  const [old, fresh] = [before.split("\n"), after.split("\n")];
  if (old.length !== fresh.length) return difference(before, after, 0);
  let offset = 0;
  return old.flatMap((line, index) => {
    const edits = difference(line, fresh[index] ?? "", offset);
    offset += line.length + 1;
    return edits;
  });
}

function difference(before: string, after: string, offset: number): TextEdit[] {
  if (before === after) return [];
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const content = after.slice(start, after.length - end);
  return [{ offset: offset + start, length: before.length - end - start, content }];
}
