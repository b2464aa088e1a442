/** The values of a table by column: a name for each row, then numbers. */
export interface GridData {
  readonly names: readonly string[];
  readonly numbers: readonly Float64Array[];
}

/** A grid under measurement, shown in `main`. Each promise is fulfilled once the grid has done the work, before the next frame. */
export interface MeasuredGrid {
  /** Takes the data in the form that the grid asks for. Returns what shows it, so that the change of form is not measured. */
  readonly prepare: (data: GridData, main: HTMLElement) => () => Promise<void>;
  /** Whether a number shows. */
  readonly hasNumbers: () => boolean;
  readonly sort: (column: number) => Promise<void>;
  /** Leaves the rows whose names contain a text. */
  readonly search: (text: string) => Promise<void>;
  readonly scroller: () => Element;
}

/** The element that a selector finds. @throws Error if there is none */
export function findElement(root: ParentNode | null | undefined, selector: string): Element {
  const element = root?.querySelector(selector);
  if (!element) throw new Error(`the grid has no ${selector}`);
  return element;
}

/** Rows as objects, as the peer takes them. */
export function rowObjects({ names, numbers }: GridData): Record<string, string | number>[] {
  return names.map((name, row) => {
    const cells: Record<string, string | number> = { name };
    for (const [index, column] of numbers.entries()) cells[`c${index}`] = column[row] ?? 0;
    return cells;
  });
}

/** Formats a number as the grid of this project does, so that both grids write the same text. */
export const numberFormat = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
