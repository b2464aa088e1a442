import { type Column, foldHeader, type Table } from "@analytics-engines/core/results";

/** The levels of a column's header in plain words, without empty ones and those that repeat the level above. */
export function headerLevels({ header, name }: Column): readonly string[] {
  const levels = header.filter((text, level) => text !== "" && text !== header[level - 1]);
  return (levels.length > 0 ? levels : [name]).map(foldHeader);
}

/** A column's name in a sentence: its levels, joined. */
export function columnText(column: Column): string {
  return headerLevels(column).join(" | ");
}

/** The same by index; empty if there is no such column. */
export function columnLabel({ columns }: Table, index: number): string {
  const column = columns[index];
  return column ? columnText(column) : "";
}
