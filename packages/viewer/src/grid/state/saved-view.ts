import { columnLabels, type Table } from "@analytics-engines/core/results";

/** What the user chose for the columns of a table. */
export interface ColumnChoices {
  /** All columns in their order; undefined for that of the table. */
  readonly order: readonly number[] | undefined;
  /** Columns that the user hid or showed; undefined for those of the table. */
  readonly hidden: ReadonlySet<number> | undefined;
  readonly pins: ReadonlySet<number> | undefined;
  readonly widths: ReadonlyMap<number, number>;
}

export const NO_CHOICES: ColumnChoices = { order: undefined, hidden: undefined, pins: undefined, widths: new Map() };

const NARROWEST = 24;
const WIDEST = 2000;

/** Tables with the same columns share their choices, so that those of a unit last from run to run. */
export function choicesKey(table: Table): string {
  return `columns:${columnLabels(table.columns).join("\n")}`;
}

/** Choices as JSON, by the labels of the columns. */
export function writeChoices(table: Table, { order, hidden, pins, widths }: ColumnChoices): unknown {
  const labels = columnLabels(table.columns);
  const named = (columns: Iterable<number>) => Array.from(columns, (index) => labels[index] ?? "");
  return {
    ...(order && { order: named(order) }),
    ...(hidden && { hidden: named(hidden) }),
    ...(pins && { pins: named(pins) }),
    ...(widths.size > 0 && { widths: Array.from(widths, ([index, width]) => [labels[index] ?? "", width]) }),
  };
}

/** Reads the output of `writeChoices`. Ignores anything else, and columns that the table does not have. */
export function readChoices(table: Table, saved: unknown): ColumnChoices {
  if (typeof saved !== "object" || saved === null) return NO_CHOICES;
  const places = new Map(columnLabels(table.columns).map((label, index) => [label, index]));
  const entries = new Map(Object.entries(saved));
  const placeOf = (label: unknown) => (typeof label === "string" ? places.get(label) : undefined);
  const columnsOf = (name: string) => {
    const list: unknown = entries.get(name);
    return Array.isArray(list) ? [...new Set(list.flatMap((label) => placeOf(label) ?? []))] : undefined;
  };
  const order = columnsOf("order");
  const hidden = columnsOf("hidden");
  const pins = columnsOf("pins");
  const widths: unknown = entries.get("widths");
  const sizes = (Array.isArray(widths) ? widths : []).flatMap((pair: unknown): [number, number][] => {
    const [label, width] = Array.isArray(pair) ? pair : [];
    const index = placeOf(label);
    return index === undefined || typeof width !== "number" || !(width > 0) ? [] : [[index, limitWidth(width)]];
  });
  const missing = [...places.values()].filter((index) => !order?.includes(index));
  return {
    order: order && [...order, ...missing],
    hidden: hidden && hidden.length < places.size ? new Set(hidden) : undefined,
    pins: pins && new Set(pins),
    widths: new Map(sizes),
  };
}

export function limitWidth(width: number): number {
  return Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));
}
