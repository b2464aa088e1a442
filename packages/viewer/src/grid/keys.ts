import type { Place } from "./selection.ts";

/** The shape of what is moved in: shown rows and columns, and rows in view. */
export interface Extent {
  readonly rows: number;
  readonly columns: number;
  readonly page: number;
}

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Where a key moves the active cell; undefined for keys that move nothing. Row -1 is the header. */
export function moveTo(from: Place, { key, ctrlKey, metaKey }: KeyPress, extent: Extent): Place | undefined {
  const jump = ctrlKey || metaKey;
  const last = { row: extent.rows - 1, column: extent.columns - 1 };
  const to = (row: number, column: number): Place => ({
    row: Math.max(-1, Math.min(last.row, row)),
    column: Math.max(0, Math.min(last.column, column)),
  });
  switch (key) {
    case "ArrowUp":
      return to(jump ? 0 : from.row - 1, from.column);
    case "ArrowDown":
      return to(jump ? last.row : from.row + 1, from.column);
    case "ArrowLeft":
      return to(from.row, jump ? 0 : from.column - 1);
    case "ArrowRight":
      return to(from.row, jump ? last.column : from.column + 1);
    case "Home":
      return to(jump ? 0 : from.row, 0);
    case "End":
      return to(jump ? last.row : from.row, last.column);
    case "PageUp":
      return to(Math.max(0, from.row - extent.page), from.column);
    case "PageDown":
      return to(from.row + extent.page, from.column);
    default:
      return undefined;
  }
}
