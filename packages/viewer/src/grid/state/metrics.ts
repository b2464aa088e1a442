import { columnFormat, type Table } from "@analytics-engines/core/results";
import { headerLevels } from "../../column-text.ts";
import { CELL_PADDING } from "./column-widths.ts";
import type { ColumnLayout } from "./columns.ts";
import { headerLevelCount } from "./header.ts";
import type { MeasureText } from "./text-meter.ts";

/** The heights of the parts of a grid, in pixels. */
export interface Metrics {
  readonly row: number;
  /** A level of the header above the headings of the columns. */
  readonly level: number;
  readonly header: number;
  /** Whether a heading has its unit on the same line, since the page is low. */
  readonly isCompact: boolean;
}

const LINE = 16;
const UNIT_LINE = 15;

export function gridMetrics(table: Table, layout: ColumnLayout, measure: MeasureText, isCompact: boolean): Metrics {
  const level = isCompact ? 22 : 24;
  const units = layout.columns.map((index) => unitOf(table, index));
  const depth = headerLevelCount(table, layout.columns);
  const lines = layout.columns.map((index, place) => {
    const column = table.columns[index];
    const levels = column ? headerLevels(column) : [];
    // A heading without levels above it has the height of all levels.
    if (levels.length < depth) return 1;
    const name = levels.at(-1) ?? "";
    const text = isCompact ? `${name} ${units[place] ?? ""}`.trim() : name;
    const room = (layout.offsets[place + 1] ?? 0) - (layout.offsets[place] ?? 0) - CELL_PADDING;
    return measure(text, 600) <= room ? 1 : 2;
  });
  const hasUnit = !isCompact && units.some((unit) => unit !== "");
  const leaf = 8 + LINE * Math.max(1, ...lines) + (hasUnit ? UNIT_LINE : 0);
  const header = (depth - 1) * level + leaf;
  return { row: level, level, header, isCompact };
}

export function unitOf({ columns }: Table, index: number): string {
  const column = columns[index];
  return column === undefined ? "" : columnFormat(column).unit;
}
