import type { MonthCell, MonthsData } from "../spec.ts";
import { withUnit } from "./bars.ts";
import type { Drawing, DrawingSize, Hit } from "./drawing.ts";
import { colourSquares, heading, MARGIN } from "./frame.ts";
import { picture, svg } from "./svg.ts";

const NAMES = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const YEAR_WIDTH = 44;
/** The share of its colour that the smallest and the largest value have. */
const [PALEST, STRONGEST] = [0.06, 0.55];

/** Draws a heat map of months, a row for each year. Each cell has its number, since a colour alone says little. */
export function drawMonths(data: MonthsData, { width }: DrawingSize): Drawing {
  const { years, cells } = data;
  const head = heading(data, [], width, colourSquares([]));
  const left = MARGIN + YEAR_WIDTH;
  const cellWidth = (width - left - MARGIN) / 12;
  const rowHeight = Math.max(24, Math.min(34, cellWidth * 0.6));
  const top = head.bottom + 18;
  const height = top + rowHeight * years.length + MARGIN;
  const most = Math.max(...cells.map(({ value }) => Math.abs(value)), 1e-9);
  const isNarrow = cellWidth < 38;
  const boxOf = ({ year, month }: MonthCell) => ({
    x: left + month * cellWidth,
    y: top + years.indexOf(year) * rowHeight,
  });
  const drawn = cells.flatMap((cell) => {
    const { x, y } = boxOf(cell);
    const strength = PALEST + (STRONGEST - PALEST) * (Math.abs(cell.value) / most);
    const rect = { x, y, width: cellWidth - 1, height: rowHeight - 1, "fill-opacity": strength };
    const text = {
      class: "cell",
      x: x + (cellWidth - 1) / 2,
      y: y + rowHeight / 2,
      dy: "0.33em",
      "text-anchor": "middle",
    };
    return [
      svg("rect", { ...rect, fill: `var(${cell.value < 0 ? "--negative" : "--positive"})` }),
      svg("text", text, isNarrow ? cell.text.replace(/(\.\d)\d+/, "$1") : cell.text),
    ];
  });
  const element = picture(
    width,
    height,
    ...head.parts,
    ...NAMES.map((name, month) =>
      svg(
        "text",
        { class: "tick", x: left + (month + 0.5) * cellWidth, y: top - 6, "text-anchor": "middle" },
        isNarrow ? name.slice(0, 1) : name,
      ),
    ),
    ...years.map((year, row) =>
      svg(
        "text",
        { class: "tick", x: left - 10, y: top + (row + 0.5) * rowHeight, dy: "0.33em", "text-anchor": "end" },
        String(year),
      ),
    ),
    ...drawn,
  );
  const places = new Map(cells.map((cell) => [`${cell.year}-${cell.month}`, cell]));
  return { element, width, height, hit, readings: { count: years.length * 12, at, stride: 12 } };

  function at(place: number): Hit | undefined {
    const cell = places.get(`${years[Math.floor(place / 12)]}-${place % 12}`);
    if (cell === undefined) return undefined;
    const { x, y } = boxOf(cell);
    const color = `var(${cell.value < 0 ? "--negative" : "--positive"})`;
    return {
      x: x + cellWidth / 2,
      y: y + rowHeight / 2,
      title: `${NAMES[cell.month]} ${cell.year}`,
      lines: [{ color, name: "Return", text: withUnit(cell.text, "%") }],
    };
  }

  function hit(atX: number, atY: number): Hit | undefined {
    const [month, row] = [Math.floor((atX - left) / cellWidth), Math.floor((atY - top) / rowHeight)];
    return month < 0 || month > 11 || row < 0 ? undefined : at(row * 12 + month);
  }
}
