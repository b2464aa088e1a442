import { columnLabels, type Table } from "@analytics-engines/core/results";

/** Where grids keep what the user chose, by key. Values are plain JSON. */
export interface ViewStore {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}

const PREFIX = "analytics-engines:";

/** If the page has no storage, or the storage is full, the choices last until the page closes. */
const ofBrowser: ViewStore = {
  get(key) {
    try {
      return JSON.parse(localStorage.getItem(PREFIX + key) ?? "null");
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(PREFIX + key, JSON.stringify(value));
    } catch {
      // Nothing to do: the page shows the choice anyway.
    }
  },
};

let store: ViewStore = ofBrowser;

/** The store of the page: by default the browser's for this page's origin. */
export function viewStore(): ViewStore {
  return store;
}

/** For a host with a store of its own, such as the state of a webview. */
export function setViewStore(hostStore: ViewStore): void {
  store = hostStore;
}

/** What the user chose for the columns of a table. */
export interface ColumnChoices {
  /** All columns in their order; undefined for that of the table. */
  readonly order: readonly number[] | undefined;
  /** Columns that the user hid or showed; undefined for those of the table. */
  readonly hiddenColumns: ReadonlySet<number> | undefined;
  readonly pins: ReadonlySet<number> | undefined;
  readonly widths: ReadonlyMap<number, number>;
}

export const noChoices: ColumnChoices = {
  order: undefined,
  hiddenColumns: undefined,
  pins: undefined,
  widths: new Map(),
};

const MIN_WIDTH = 24;
const MAX_WIDTH = 2000;

/** Tables with the same columns share their choices, so that those of a unit last from run to run. */
export function choicesKey(table: Table): string {
  return `columns:${columnLabels(table.columns).join("\n")}`;
}

/** Choices as JSON, by the labels of the columns. */
export function writeChoices(table: Table, { order, hiddenColumns, pins, widths }: ColumnChoices): unknown {
  const labels = columnLabels(table.columns);
  const labelsOf = (columns: Iterable<number>) => Array.from(columns, (index) => labels[index] ?? "");
  return {
    ...(order && { order: labelsOf(order) }),
    ...(hiddenColumns && { hidden: labelsOf(hiddenColumns) }),
    ...(pins && { pins: labelsOf(pins) }),
    ...(widths.size > 0 && { widths: Array.from(widths, ([index, width]) => [labels[index] ?? "", width]) }),
  };
}

/** Reads the output of `writeChoices`. Ignores anything else, and columns that the table does not have. */
export function readChoices(table: Table, saved: unknown): ColumnChoices {
  if (typeof saved !== "object" || saved === null) return noChoices;
  const indexByLabel = new Map(columnLabels(table.columns).map((label, index) => [label, index]));
  const entries = new Map(Object.entries(saved));
  const indexOf = (label: unknown) => (typeof label === "string" ? indexByLabel.get(label) : undefined);
  const columnsOf = (name: string) => {
    const list: unknown = entries.get(name);
    return Array.isArray(list) ? [...new Set(list.flatMap((label) => indexOf(label) ?? []))] : undefined;
  };
  const order = columnsOf("order");
  const hiddenColumns = columnsOf("hidden");
  const pins = columnsOf("pins");
  const widths: unknown = entries.get("widths");
  const sizes = (Array.isArray(widths) ? widths : []).flatMap((pair: unknown): [number, number][] => {
    const [label, width] = Array.isArray(pair) ? pair : [];
    const index = indexOf(label);
    return index === undefined || typeof width !== "number" || !(width > 0) ? [] : [[index, limitWidth(width)]];
  });
  const missing = [...indexByLabel.values()].filter((index) => !order?.includes(index));
  return {
    order: order && [...order, ...missing],
    hiddenColumns: hiddenColumns && hiddenColumns.length < indexByLabel.size ? new Set(hiddenColumns) : undefined,
    pins: pins && new Set(pins),
    widths: new Map(sizes),
  };
}

export function limitWidth(width: number): number {
  return Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)));
}
