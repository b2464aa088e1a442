import { type Column, type ColumnFormat, columnFormat, type Table } from "@analytics-engines/core/results";
import { headerLevels, localCell } from "../../text.ts";
import { type ColumnLayout, headerCells, headerLevelCount, INDENT } from "./columns.ts";
import type { GridTable } from "./grid-table.ts";
import { deepestLevel } from "./row-order.ts";

/** The width of a text in pixels. */
export type MeasureText = (text: string, weight?: 400 | 600) => number;

/** The size of the text of a table, in pixels. */
const TEXT_SIZE = 12;

/** How many widths of texts without their digits are kept. Numbers have only a few such texts. */
const MAX_RESTS = 1000;

/**
 * Measures texts in the font of tables, in which all digits have the same width. A canvas measures a text without its digits, once for all
 * numbers of the same form.
 */
export function textMeter(root: ParentNode, fontFamily: string): MeasureText {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) throw new Error("the browser has no canvas to measure texts with");
  const meterOf = (weight: number) => {
    const font = `${weight} ${TEXT_SIZE}px ${fontFamily}`;
    const figure = figureWidth(root, font);
    const rests = new Map<string, number>();
    return (text: string) => {
      const rest = text.replaceAll(/\d/g, "");
      let width = rests.get(rest);
      if (width === undefined) {
        context.font = font;
        width = context.measureText(rest).width;
        if (rest.length < text.length && rests.size < MAX_RESTS) rests.set(rest, width);
      }
      return width + (text.length - rest.length) * figure;
    };
  };
  const meters = { 400: meterOf(400), 600: meterOf(600) };
  return (text, weight = 400) => meters[weight](text);
}

/** The width of a digit. A canvas has no digits of equal width, so an element of the page measures them. */
function figureWidth(root: ParentNode, font: string): number {
  const probe = document.createElement("span");
  probe.style.cssText = `position:absolute;visibility:hidden;white-space:pre;font:${font};font-variant-numeric:tabular-nums`;
  probe.textContent = "0123456789";
  root.append(probe);
  const { width } = probe.getBoundingClientRect();
  probe.remove();
  return width / 10;
}

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
  const lines = layout.columns.map((index, shownIndex) => {
    const column = table.columns[index];
    const levels = column ? headerLevels(column) : [];
    // A heading without levels above it has the height of all levels.
    if (levels.length < depth) return 1;
    const name = levels.at(-1) ?? "";
    const text = isCompact ? `${name} ${units[shownIndex] ?? ""}`.trim() : name;
    const width = (layout.offsets[shownIndex + 1] ?? 0) - (layout.offsets[shownIndex] ?? 0) - CELL_PADDING;
    return measure(text, 600) <= width ? 1 : 2;
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

/** Pixels left and right of the text of a cell, together. */
export const CELL_PADDING = 18;

export const FOLD_WIDTH = 16;
const MIN_WIDTH = 52;
/** A name may end in an ellipsis beyond this width; a number never does. */
const MAX_NAME_WIDTH = 320;
/** How many of the longest texts of a column are measured: letters differ in width, so the longest need not be the widest. */
const MAX_MEASURED_TEXTS = 24;
/** How many rows with structs are written out to be measured. */
const MAX_SAMPLE = 500;

/** The width of each column that shows its heading, on one line or two, and each of its numbers whole. */
export function columnWidths(grid: GridTable, measure: MeasureText, lines: 1 | 2): Float64Array {
  const { table, tree } = grid;
  const widths = Float64Array.from(table.columns, (column, index) => {
    const indent = index === tree ? FOLD_WIDTH + INDENT * deepestLevel(table) : 0;
    const head = headingWidth(column, measure, lines);
    const cells = contentWidth(column, measure) + indent;
    return Math.ceil(Math.max(MIN_WIDTH, Math.max(head, cells) + CELL_PADDING));
  });
  widenForGroups(grid, widths, measure);
  return widths;
}

/** The width that a column needs for its dates and numbers, which cannot be shortened. */
export function leastWidth({ table, tree }: GridTable, index: number, measure: MeasureText): number {
  const column = table.columns[index];
  if (column === undefined) return 0;
  if (column.values.kind === "number")
    return Math.ceil(numberWidth(column, column.values.values, measure)) + CELL_PADDING;
  const whole = longestTexts(column, columnFormat(column)).filter(mustNotBeCut);
  const widest = whole.reduce((most, text) => Math.max(most, measure(localCell(column, text), 600)), 0);
  return widest === 0 ? 0 : Math.ceil(widest) + CELL_PADDING + (index === tree ? FOLD_WIDTH : 0) + 2;
}

/** A level of the header above several columns needs room too. */
function widenForGroups({ table, order }: GridTable, widths: Float64Array, measure: MeasureText): void {
  const columns = order.filter((index) => !table.columns[index]?.isHidden);
  for (const { text, from, end, isLeaf } of headerCells(table, columns, 0)) {
    if (isLeaf) continue;
    const columnsBelow = columns.slice(from, end);
    const neededWidth = Math.min(MAX_NAME_WIDTH, Math.ceil(measure(text, 600))) + CELL_PADDING;
    const missing = neededWidth - columnsBelow.reduce((sum, index) => sum + (widths[index] ?? 0), 0);
    if (missing <= 0) continue;
    for (const index of columnsBelow) widths[index] = (widths[index] ?? 0) + Math.ceil(missing / columnsBelow.length);
  }
}

/** The width of a heading with its unit at the end or below. */
function headingWidth(column: Column, measure: MeasureText, lines: 1 | 2): number {
  const name = headerLevels(column).at(-1) ?? "";
  const { unit } = columnFormat(column);
  const words = `${name} ${unit}`.trim().split(/\s+/);
  let best = measure(words.join(" "), 600);
  if (lines === 1) return Math.min(MAX_NAME_WIDTH, best);
  // Two lines, wherever the name breaks best.
  for (let end = 1; end < words.length; end++) {
    const lines = [words.slice(0, end), words.slice(end)].map((line) => measure(line.join(" "), 600));
    best = Math.min(best, Math.max(...lines));
  }
  return Math.min(MAX_NAME_WIDTH, best);
}

function contentWidth(column: Column, measure: MeasureText): number {
  const format = columnFormat(column);
  if (column.values.kind === "number") return numberWidth(column, column.values.values, measure);
  const texts = longestTexts(column, format);
  return texts.reduce((most, text) => {
    const width = measure(localCell(column, text), 600);
    return Math.max(most, mustNotBeCut(text) ? width : Math.min(MAX_NAME_WIDTH, width));
  }, 0);
}

/**
 * The widest number of a column is its smallest or its largest, since all have the same decimals; if their decimals differ, the one closest
 * to zero may have the most.
 */
function numberWidth(column: Column, values: Float64Array, measure: MeasureText): number {
  const { text, decimals } = columnFormat(column);
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  let closestToZero = Number.POSITIVE_INFINITY;
  let hasEmpty = false;
  // By index: an iterator takes four times as long.
  for (let row = 0; row < values.length; row++) {
    const value = values[row] ?? Number.NaN;
    if (value < least) least = value;
    if (value > most) most = value;
    if (Number.isNaN(value)) hasEmpty = true;
    else if (value !== 0 && Math.abs(value) < closestToZero) closestToZero = Math.abs(value);
  }
  const extremes = [least, most, 0, closestToZero, -closestToZero].filter((value) => Number.isFinite(value));
  // Single cells may have formats of their own.
  const formats = new Set([undefined, ...(column.values.formats?.formats ?? []).map(({ format }) => format)]);
  const numbers = [...extremes, ...(hasEmpty ? [Number.NaN] : [])];
  const texts = Array.from(formats).flatMap((format) => numbers.map((value) => text(value, { format })));
  const width = texts.reduce((widest, written) => Math.max(widest, measure(localCell(column, written), 600)), 0);
  if (decimals === undefined) return width;
  const missing = Math.max(0, decimals - Math.min(...texts.map(fractionLength)));
  return width + measure(`.${"0".repeat(missing)}`, 600);
}

/** The digits after the point. */
export function fractionLength(text: string): number {
  return /\.(\d+)/.exec(text)?.[1]?.length ?? 0;
}

/** The longest texts of a column that are names, and the longest that must be shown whole. */
function longestTexts({ values }: Column, { text }: ColumnFormat): string[] {
  if (values.kind === "number") return [];
  const isSampled = values.kind === "json" && values.values.length > MAX_SAMPLE;
  const cells: readonly unknown[] = values.kind === "text" ? values.dictionary : values.values;
  const step = isSampled ? Math.ceil(cells.length / MAX_SAMPLE) : 1;
  const names: string[] = [];
  const numbers: string[] = [];
  for (let index = 0; index < cells.length; index += step) {
    const formattedText = text(cells[index] ?? null);
    keepLongest(mustNotBeCut(formattedText) ? numbers : names, formattedText);
  }
  return [...names, ...numbers];
}

/** Keeps the longest texts of all that it gets, the longest first. */
function keepLongest(longest: string[], text: string): void {
  const last = longest.at(-1);
  if (longest.length >= MAX_MEASURED_TEXTS && last !== undefined && text.length <= last.length) return;
  const index = longest.findIndex((kept) => kept.length < text.length);
  longest.splice(index < 0 ? longest.length : index, 0, text);
  if (longest.length > MAX_MEASURED_TEXTS) longest.pop();
}

/** Whether a text is a number or a date, of which a part would mislead. */
export function mustNotBeCut(text: string): boolean {
  // Most names begin with a letter, and there can be a million of them.
  return /^[\d\u2212+.,-]/.test(text) && /^[\u2212+-]?[\d.,]*\d[\d.,:%‰ -]*(?:e[+-]?\d+)?(?: UTC)?$/i.test(text);
}
