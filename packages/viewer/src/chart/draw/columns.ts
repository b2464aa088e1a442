import { scaleBand } from "d3-scale";
import { t } from "../../l10n.ts";
import { colourOf } from "../colour.ts";
import type { BarsData, MonthCell, MonthsData, StepsData } from "../spec.ts";
import { readingsAt, withUnit } from "./bars.ts";
import type { Drawing, DrawingSize, Hit } from "./drawing.ts";
import {
  allValues,
  colourSquares,
  heading,
  labelIn,
  MARGIN,
  seriesNames,
  square,
  tickLines,
  valueScale,
  widestTick,
} from "./frame.ts";
import { fillOf, hatches, picture, svg, textWidth } from "./svg.ts";

/** Draws upright bars in the order of their axis, such as the points of a curve. They start at zero. */
export function drawColumns(data: BarsData, { width, height, patterned = false }: DrawingSize): Drawing {
  const { series, groups, unit } = data;
  const isHatched = patterned && series.length > 1;
  const sign = square((index) => fillOf(index, series[index]?.colour ?? 0, isHatched));
  const head = heading(data, seriesNames(series), width, sign);
  const top = head.bottom + 8;
  const bottom = height - 30;
  const ticks = Math.max(3, Math.floor((bottom - top) / 48));
  const y = valueScale([0, ...allValues(series)], [bottom, top], ticks);
  const box = { left: MARGIN + widestTick(y, ticks, unit) + 8, right: width - MARGIN, top, bottom };
  const x = scaleBand(groups, [box.left, box.right]).paddingInner(0.25).paddingOuter(0.15);
  const lane = x.bandwidth() / series.length;
  const bars = groups.flatMap((group, groupIndex) => {
    const barX = x(group) ?? 0;
    const label = { class: "tick", x: barX + x.bandwidth() / 2, y: bottom + 16, "text-anchor": "middle" };
    const rects = series.flatMap((barSeries, index) => {
      const value = barSeries.values[groupIndex] ?? Number.NaN;
      if (Number.isNaN(value)) return [];
      const size = Math.max(Math.abs(y(value) - y(0)), 0.5);
      const at = { x: barX + index * lane, y: Math.min(y(value), y(0)), width: Math.max(lane - 1, 1), height: size };
      return [svg("rect", { class: "bar", ...at, fill: fillOf(index, barSeries.colour, isHatched) })];
    });
    return [...rects, svg("text", label, labelIn(group, x.step() - 4))];
  });
  const element = picture(
    width,
    height,
    ...(isHatched ? [hatches(series.map(({ colour }) => colour))] : []),
    ...head.parts,
    ...tickLines(y, box, ticks, unit),
    ...bars,
  );
  return { element, width, height, hit, readings: { count: groups.length, at } };

  function at(groupIndex: number): Hit | undefined {
    const group = groups[groupIndex];
    if (group === undefined) return undefined;
    return {
      x: (x(group) ?? 0) + x.bandwidth() / 2,
      y: (top + bottom) / 2,
      title: group,
      lines: readingsAt(data, groupIndex),
    };
  }

  function hit(atX: number): Hit | undefined {
    return at(Math.floor((atX - box.left) / x.step()));
  }
}

/** Draws a waterfall: the results from zero, the effects between them. */
export function drawSteps(data: StepsData, { width, height }: DrawingSize): Drawing {
  const { steps, unit } = data;
  const head = heading(data, [], width, colourSquares([]));
  const top = head.bottom + 16;
  const bottom = height - 40;
  const ticks = Math.max(3, Math.floor((bottom - top) / 48));
  const y = valueScale([0, ...steps.flatMap(({ from, to }) => [from, to])], [bottom, top], ticks);
  const box = { left: MARGIN + widestTick(y, ticks, unit) + 8, right: width - MARGIN, top, bottom };
  const x = scaleBand<number>([...steps.keys()], [box.left, box.right])
    .paddingInner(0.28)
    .paddingOuter(0.1);
  const bars = steps.flatMap(({ name, from, to, text, colour }, stepIndex) => {
    const barX = x(stepIndex) ?? 0;
    const middle = barX + x.bandwidth() / 2;
    const [high, low] = [Math.min(y(from), y(to)), Math.max(y(from), y(to))];
    // The number is at the end of the step: above a gain, below a loss.
    const isDown = to < from;
    const value = {
      class: isDown ? "value negative" : "value",
      x: middle,
      y: isDown ? low + 14 : high - 6,
      "text-anchor": "middle",
    };
    const next = steps[stepIndex + 1];
    return [
      ...(next
        ? [svg("line", { class: "zero", x1: barX, x2: (x(stepIndex + 1) ?? 0) + x.bandwidth(), y1: y(to), y2: y(to) })]
        : []),
      svg("rect", {
        class: "bar",
        x: barX,
        y: high,
        width: x.bandwidth(),
        height: Math.max(low - high, 1),
        fill: colourOf(colour),
      }),
      svg("text", value, textWidth(text, 11, 600) <= x.step() - 2 ? text : ""),
      svg("text", { class: "tick", x: middle, y: height - 12, "text-anchor": "middle" }, labelIn(name, x.step() - 4)),
    ];
  });
  const element = picture(width, height, ...head.parts, ...tickLines(y, box, ticks, unit), ...bars);
  return { element, width, height, hit, readings: { count: steps.length, at } };

  function at(stepIndex: number): Hit | undefined {
    const step = steps[stepIndex];
    if (step === undefined) return undefined;
    const line = { color: colourOf(step.colour), name: t("Return"), text: withUnit(step.text, unit) };
    return { x: (x(stepIndex) ?? 0) + x.bandwidth() / 2, y: y(step.to), title: step.name, lines: [line] };
  }

  function hit(atX: number): Hit | undefined {
    return at(Math.floor((atX - box.left) / x.step()));
  }
}

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
  const gridCellOf = ({ year, month }: MonthCell) =>
    isUpright ? { column: years.indexOf(year), row: month } : { column: month, row: years.indexOf(year) };
  const boxOf = (cell: MonthCell) => {
    const { column, row } = gridCellOf(cell);
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
  const cellsByKey = new Map(cells.map((cell) => [gridCellKey(gridCellOf(cell)), cell]));
  const readings = { count: rows.length * columns.length, at, stride: columns.length };
  return { element, width, height, hit, readings };

  function at(cellIndex: number): Hit | undefined {
    const row = Math.floor(cellIndex / columns.length);
    const cell = cellsByKey.get(gridCellKey({ column: cellIndex % columns.length, row }));
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

function gridCellKey({ column, row }: { readonly column: number; readonly row: number }): string {
  return `${column} ${row}`;
}

function colourOfCell({ value }: MonthCell): string {
  return `var(${value < 0 ? "--negative" : "--positive"})`;
}
