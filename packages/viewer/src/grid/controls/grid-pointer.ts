import { positionOf, positionOfElement } from "../draw/grid-view.ts";
import type { GridCell, GridState } from "../state/grid-state.ts";

/** What the pointer does to a grid. */
export interface PointerActions {
  readonly state: () => GridState | undefined;
  readonly select: (position: GridCell, extend: boolean) => void;
  readonly sort: (column: number) => void;
  readonly toggleFold: (row: number) => void;
  readonly openMenu: (position: GridCell) => void;
  /** The columns changed their widths or places. */
  readonly columnsChanged: () => void;
}

/** A drag in progress: it selects cells, changes the width of a column, or moves a column. */
type Drag =
  | { readonly kind: "cells"; last: GridCell }
  | { readonly kind: "width"; readonly column: number; readonly start: number; readonly width: number }
  | { readonly kind: "column"; readonly from: number; readonly start: number; to: number | undefined };

/** A pointer that moved less than this clicks. */
const CLICK = 6;

/** The mouse, pen or finger on a grid. */
export class GridPointer {
  readonly #actions: PointerActions;
  #drag: Drag | undefined;

  constructor(actions: PointerActions) {
    this.#actions = actions;
  }

  readonly down = (event: PointerEvent): void => {
    const hit = event.button === 0 ? positionOf(event) : undefined;
    const state = this.#actions.state();
    if (hit === undefined || state === undefined) return;
    const { position, target } = hit;
    const column = state.layout.columns[position.column] ?? 0;
    if (target.classList.contains("menu")) {
      // The menu opens after the click, because a click closes open menus.
      target.addEventListener("click", () => this.#actions.openMenu(position), { once: true });
      return;
    }
    if (target.classList.contains("grip")) {
      const { offsets } = state.layout;
      const width = (offsets[position.column + 1] ?? 0) - (offsets[position.column] ?? 0);
      this.#begin(event, { kind: "width", column, start: event.clientX, width });
      return;
    }
    this.#actions.select(position, event.shiftKey && position.row >= 0);
    if (position.row < 0) {
      this.#begin(event, { kind: "column", from: position.column, start: event.clientX, to: undefined });
    } else if (target.classList.contains("fold")) this.#actions.toggleFold(state.rows[position.row] ?? 0);
    else this.#drag = { kind: "cells", last: position };
  };

  readonly move = (event: PointerEvent): void => {
    const drag = this.#drag;
    const state = this.#actions.state();
    if (drag === undefined || state === undefined) return;
    if (drag.kind === "width") {
      state.setWidth(drag.column, drag.width + event.clientX - drag.start);
      this.#actions.columnsChanged();
      return;
    }
    // A captured pointer sends its events to the scroller, so the place is that under the pointer.
    const position = positionAt(event);
    if (position === undefined) return;
    if (drag.kind === "column") {
      if (drag.to === undefined && Math.abs(event.clientX - drag.start) < CLICK) return;
      drag.to = position.column;
      mark(event, drag.to === drag.from ? undefined : drag.to);
    } else if (position.row >= 0 && (position.row !== drag.last.row || position.column !== drag.last.column)) {
      drag.last = position;
      this.#actions.select(position, true);
    }
  };

  readonly up = (event: PointerEvent): void => {
    const drag = this.#drag;
    const state = this.#actions.state();
    this.#drag = undefined;
    if (drag?.kind !== "column" || state === undefined || event.type !== "pointerup") return;
    mark(event, undefined);
    if (drag.to === undefined) this.#actions.sort(state.layout.columns[drag.from] ?? 0);
    else {
      state.moveColumn(drag.from, drag.to);
      this.#actions.columnsChanged();
    }
  };

  #begin(event: PointerEvent, drag: Drag): void {
    this.#drag = drag;
    if (event.currentTarget instanceof Element) event.currentTarget.setPointerCapture(event.pointerId);
  }
}

function rootOf(event: Event): ShadowRoot | undefined {
  const root = event.currentTarget instanceof Element ? event.currentTarget.getRootNode() : undefined;
  return root instanceof ShadowRoot ? root : undefined;
}

function positionAt(event: PointerEvent): GridCell | undefined {
  return positionOfElement(rootOf(event)?.elementFromPoint(event.clientX, event.clientY));
}

/** Shows where a dragged column goes. */
function mark(event: PointerEvent, column: number | undefined): void {
  for (const head of rootOf(event)?.querySelectorAll<HTMLElement>(".head.leaf") ?? []) {
    head.classList.toggle("target", column !== undefined && head.dataset["place"] === String(column));
  }
}
