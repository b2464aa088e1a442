import type { TextEdit } from "@analytics-engines/core/parameters";

/**
 * The edits that turn one text into another. They are small, so that cursors, folds and marks in other lines stay: one replacement for each line
 * that differs, or a single one if the number of lines differs.
 */
export function editsBetween(before: string, after: string): TextEdit[] {
  const [old, fresh] = [before.split("\n"), after.split("\n")];
  const whole = changeBetween(before, after);
  if (whole === undefined) return [];
  if (old.length !== fresh.length) return [whole];
  let offset = 0;
  return old.flatMap((line, index) => {
    const change = changeBetween(line, fresh[index] ?? "");
    const edits = change ? [{ ...change, offset: offset + change.offset }] : [];
    offset += line.length + 1;
    return edits;
  });
}

/** The part in which two texts differ, as an edit; undefined if they are the same. */
export function changeBetween(before: string, after: string): TextEdit | undefined {
  if (before === after) return undefined;
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let end = 0;
  const isSameBefore = () => before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end);
  while (end < most - start && isSameBefore()) end++;
  return { offset: start, length: before.length - end - start, content: after.slice(start, after.length - end) };
}
