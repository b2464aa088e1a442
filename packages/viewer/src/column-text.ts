import type { Column } from "@analytics-engines/core/results";

/** The levels of a column's header that say something: not empty, and not what the level above says. */
export function headerLevels({ header, name }: Column): readonly string[] {
  const levels = header.filter((text, level) => text !== "" && text !== header[level - 1]);
  return levels.length > 0 ? levels : [name];
}

/** What a column is called in a sentence: its levels, joined. */
export function columnText(column: Column): string {
  return headerLevels(column).join(" | ");
}
