import { t } from "../../l10n.ts";
import type { MonthCell, MonthsData } from "../spec.ts";
import { withUnit } from "./bars.ts";
import type { Drawing, DrawingSize, Hit } from "./drawing.ts";
import { colourSquares, heading, MARGIN } from "./frame.ts";
import { picture, svg, textWidth } from "./svg.ts";

const monthNames = [
  ...[t("Jan"), t("Feb"), t("Mar"), t("Apr"), t("May"), t("Jun")],
  ...[t("Jul"), t("Aug"), t("Sep"), t("Oct"), t("Nov"), t("Dec")],
];
const NAME_WIDTH = 44;
const ROW_HEIGHT = 26;
/** The opacity of a cell for zero, and for the value farthest from zero. */
const [MIN_OPACITY, MAX_OPACITY] = [0.06, 0.55];

/**
 * Draws a heat map of months. Each cell has its number, since a colour alone says little. Each year has a row; if the numbers need more
 * room, each month has one. If the cells are still too narrow, the mouse and the arrow keys show the numbers.
 */
export function drawMonths(data: MonthsData, { width }: DrawingSize): Drawing {
  const { years, cells } = data;
  const head = heading(data, [], width, colourSquares([]));
  const gridX = MARGIN + NAME_WIDTH;
  const widest = Math.max(...cells.map(({ text }) => textWidth(text, 11)), 0) + 5;
  const room = width - gridX - MARGIN;
  const isUpright = room / 12 < widest;
  const columns = isUpright ? years.map(String) : monthNames;
  const rows = isUpright ? monthNames : years.map(String);
  const cellWidth = Math.min(room / columns.length, 90);
  const hasTexts = cellWidth >= widest;
  const top = head.bottom + 18;
  const height = top + ROW_HEIGHT * rows.length + MARGIN;
  const most = Math.max(...cells.map(({ value }) => Math.abs(value)), 1e-9);
  const placeOf = ({ year, month }: MonthCell) =>
    isUpright ? { column: years.indexOf(year), row: month } : { column: month, row: years.indexOf(year) };
  const boxOf = (cell: MonthCell) => {
    const { column, row } = placeOf(cell);
    return { x: gridX + column * cellWidth, y: top + row * ROW_HEIGHT };
  };
  const cellParts = cells.flatMap((cell) => {
    const { x, y } = boxOf(cell);
    const strength = MIN_OPACITY + (MAX_OPACITY - MIN_OPACITY) * (Math.abs(cell.value) / most);
    const rect = { x, y, width: cellWidth - 1, height: ROW_HEIGHT - 1, "fill-opacity": strength.toFixed(3) };
    const middle = { x: x + (cellWidth - 1) / 2, y: y + ROW_HEIGHT / 2, dy: "0.33em", "text-anchor": "middle" };
    const text = hasTexts ? [svg("text", { class: "cell", ...middle }, cell.text)] : [];
    return [svg("rect", { ...rect, fill: colourOfCell(cell) }), ...text];
  });
  const columnLabel = (name: string, column: number) =>
    svg("text", { class: "tick", x: gridX + (column + 0.5) * cellWidth, y: top - 6, "text-anchor": "middle" }, name);
  const rowLabel = (name: string, row: number) => {
    const y = top + (row + 0.5) * ROW_HEIGHT;
    return svg("text", { class: "tick", x: gridX - 10, y, dy: "0.33em", "text-anchor": "end" }, name);
  };
  const element = picture(
    width,
    height,
    ...head.parts,
    ...columns.map(columnLabel),
    ...rows.map(rowLabel),
    ...cellParts,
  );
  const places = new Map(cells.map((cell) => [placeKey(placeOf(cell)), cell]));
  const readings = { count: rows.length * columns.length, at, stride: columns.length };
  return { element, width, height, hit, readings };

  function at(place: number): Hit | undefined {
    const row = Math.floor(place / columns.length);
    const cell = places.get(placeKey({ column: place % columns.length, row }));
    if (cell === undefined) return undefined;
    const { x, y } = boxOf(cell);
    const line = { color: colourOfCell(cell), name: t("Return"), text: withUnit(cell.text, "%") };
    return {
      x: x + cellWidth / 2,
      y: y + ROW_HEIGHT / 2,
      title: `${monthNames[cell.month]} ${cell.year}`,
      lines: [line],
    };
  }

  function hit(atX: number, atY: number): Hit | undefined {
    const [column, row] = [Math.floor((atX - gridX) / cellWidth), Math.floor((atY - top) / ROW_HEIGHT)];
    return column < 0 || column >= columns.length || row < 0 ? undefined : at(row * columns.length + column);
  }
}

function placeKey({ column, row }: { readonly column: number; readonly row: number }): string {
  return `${column} ${row}`;
}

function colourOfCell({ value }: MonthCell): string {
  return `var(${value < 0 ? "--negative" : "--positive"})`;
}
