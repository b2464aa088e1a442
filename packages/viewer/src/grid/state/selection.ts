/** A cell by its place among the shown rows and columns; row -1 is the header. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** The cell where a selection begins and the one where it ends. */
export interface CellSelection {
  readonly anchor: CellPlace;
  readonly focus: CellPlace;
}

/** Shown rows and columns, both ends included. */
export interface Area {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export function areaOf({ anchor, focus }: CellSelection): Area {
  return {
    top: Math.max(0, Math.min(anchor.row, focus.row)),
    bottom: Math.max(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column),
    right: Math.max(anchor.column, focus.column),
  };
}

export function contains(area: Area, row: number, column: number): boolean {
  return row >= area.top && row <= area.bottom && column >= area.left && column <= area.right;
}
