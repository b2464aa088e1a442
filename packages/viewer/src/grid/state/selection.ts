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
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

export function areaOf({ anchor, focus }: CellSelection): Area {
  return {
    firstRow: Math.max(0, Math.min(anchor.row, focus.row)),
    lastRow: Math.max(anchor.row, focus.row),
    firstColumn: Math.min(anchor.column, focus.column),
    lastColumn: Math.max(anchor.column, focus.column),
  };
}

export function contains(area: Area, row: number, column: number): boolean {
  return row >= area.firstRow && row <= area.lastRow && column >= area.firstColumn && column <= area.lastColumn;
}
