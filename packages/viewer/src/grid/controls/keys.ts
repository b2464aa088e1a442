import type { GridCell } from "../state/grid-state.ts";

/** The number of shown rows and columns, and of rows in view. */
interface Extent {
  readonly rows: number;
  readonly columns: number;
  readonly page: number;
}

type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">;

export type KeyAction =
  | "select-all"
  | "sort"
  | "open-menu"
  | "toggle-fold"
  | "open-value"
  | "wider"
  | "narrower"
  | "move-left"
  | "move-right"
  | "context-menu"
  | "copy-with-headers"
  | "search";

/** The action of a key on the active cell, whose row may be a group; undefined if it has none. */
export function actionOf(
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress & Pick<KeyboardEvent, "altKey" | "shiftKey">,
  active: GridCell,
  fold: "open" | "folded" | undefined,
): KeyAction | undefined {
  if (key.toLowerCase() === "a" && (ctrlKey || metaKey)) return "select-all";
  if (key === "/" && !ctrlKey && !metaKey && !altKey) return "search";
  if (key.toLowerCase() === "c" && (ctrlKey || metaKey) && shiftKey) return "copy-with-headers";
  if (altKey && (key === "ArrowLeft" || key === "ArrowRight")) {
    const isRight = key === "ArrowRight";
    if (shiftKey) return isRight ? "move-right" : "move-left";
    return isRight ? "wider" : "narrower";
  }
  if (active.row < 0) {
    if (key === "Enter" || key === " ") return "sort";
    return key === "F10" || key === "ContextMenu" || (key === "ArrowDown" && altKey) ? "open-menu" : undefined;
  }
  const folds = key === " " || (active.column === 0 && key === (fold === "folded" ? "ArrowRight" : "ArrowLeft"));
  if (key === "ContextMenu" || (key === "F10" && shiftKey)) return "context-menu";
  if (fold && folds && !shiftKey) return "toggle-fold";
  return key === "Enter" || key === "F2" ? "open-value" : undefined;
}

/** The place to which a key moves the active cell; undefined for other keys. Row -1 is the header. */
export function moveTo(from: GridCell, { key, ctrlKey, metaKey }: KeyPress, extent: Extent): GridCell | undefined {
  const jump = ctrlKey || metaKey;
  const last = { row: extent.rows - 1, column: extent.columns - 1 };
  const to = (row: number, column: number): GridCell => ({
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
