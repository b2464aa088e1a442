import { isObject } from "@analytics-engines/core/json";
import type { Table } from "@analytics-engines/core/results";
import type { Manifest } from "@analytics-engines/runs";

/** The state of a page, which VS Code restores after a restart. */
export interface PageState {
  /** The id of the run; absent in an editor, which has a file. */
  readonly run?: string;
  /** The id of the run to compare with. */
  readonly before?: string;
  /** The open unit, `PATH#UNIT`. */
  readonly selected?: string;
}

/** The content of a unit in a message to the page. */
export type PageContent =
  /** An unchanged JSON result. */
  | { readonly kind: "json"; readonly bytes: Uint8Array }
  | { readonly kind: "tables"; readonly tables: readonly SentTable[] }
  | { readonly kind: "text"; readonly text: string }
  /** Why there is nothing to show. */
  | { readonly kind: "elsewhere"; readonly reason: string };

/** A table in a message. Typed arrays arrive unchanged; numbers with more digits than a double would not. */
export interface SentTable {
  /** Without the cells that are written as JSON. */
  readonly table: Table;
  /** The cells of these columns as JSON, by the index of the column. */
  readonly cells: Readonly<Record<number, string>>;
}

export function sentTable(table: Table): SentTable {
  const cells: Record<number, string> = {};
  const columns = table.columns.map((column, index) => {
    if (column.values.kind !== "json") return column;
    cells[index] = JSON.stringify(column.values.values);
    return { ...column, values: { ...column.values, values: [] } };
  });
  return { table: { ...table, columns }, cells };
}

/** From the extension to the page. */
export type HostMessage =
  | {
      readonly type: "run";
      readonly manifest: Manifest;
      /** The run to compare with. */
      readonly before?: { readonly name: string; readonly manifest: Manifest };
      readonly state: PageState;
    }
  /** A result without a run. */
  | { readonly type: "result"; readonly name: string; readonly content: PageContent }
  | { readonly type: "content"; readonly id: number; readonly content: PageContent }
  | { readonly type: "failed"; readonly message: string };

/** A unit of the run, or of the run to compare with. */
export interface UnitPlace {
  readonly of: "run" | "before";
  readonly path: string;
  readonly unit: string;
}

/** The unit that the page shows. */
export interface ShownUnit {
  /** `PATH#UNIT`, or the name of a result without a run. */
  readonly key: string;
  readonly tables: readonly { readonly id: string; readonly rows: number; readonly columns: number }[];
  /** The number of sections of the commentary; absent until one is shown. */
  readonly commentary?: number;
}

/** A part of a unit besides its result. */
export type UnitPart = "commentary";

/** From the page to the extension. */
export type PageMessage =
  | { readonly type: "ready" }
  /** Requests the content of a unit. The answer has the same id. */
  | { readonly type: "open"; readonly id: number; readonly unit: UnitPlace; readonly part?: UnitPart }
  | { readonly type: "selected"; readonly unit: UnitPlace }
  | { readonly type: "shown"; readonly shown: ShownUnit }
  /** Saves a chart as a file. */
  | { readonly type: "save"; readonly name: string; readonly bytes: Uint8Array };

/** Reads a message of the page; undefined for anything else. The page draws data of others, so its messages are not trusted. */
export function parsePageMessage(value: unknown): PageMessage | undefined {
  if (!isObject(value)) return undefined;
  switch (value["type"]) {
    case "ready":
      return { type: "ready" };
    case "open": {
      const unit = parsePlace(value["unit"]);
      const { id, part } = value;
      if (!unit || !isCount(id) || (part !== undefined && part !== "commentary")) return undefined;
      return { type: "open", id, unit, ...(part && { part }) };
    }
    case "selected": {
      const unit = parsePlace(value["unit"]);
      return unit && { type: "selected", unit };
    }
    case "shown": {
      const shown = parseShown(value["shown"]);
      return shown && { type: "shown", shown };
    }
    case "save": {
      const { name, bytes } = value;
      const content = bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes;
      return isText(name) && content instanceof Uint8Array ? { type: "save", name, bytes: content } : undefined;
    }
    default:
      return undefined;
  }
}

function parsePlace(value: unknown): UnitPlace | undefined {
  if (!isObject(value)) return undefined;
  const { of, path, unit } = value;
  return (of === "run" || of === "before") && isText(path) && isText(unit) ? { of, path, unit } : undefined;
}

function parseShown(value: unknown): ShownUnit | undefined {
  if (!isObject(value) || !isText(value["key"]) || !Array.isArray(value["tables"])) return undefined;
  const tables = value["tables"].map((table: unknown) => {
    if (!isObject(table)) return undefined;
    const { id, rows, columns } = table;
    return isText(id) && isCount(rows) && isCount(columns) ? { id, rows, columns } : undefined;
  });
  if (!tables.every((table) => table !== undefined)) return undefined;
  const { key, commentary } = value;
  return { key, tables, ...(isCount(commentary) ? { commentary } : {}) };
}

/** Reads the state of a page; properties of another type are left out. */
export function parsePageState(value: unknown): PageState {
  if (!isObject(value)) return {};
  const { run, before, selected } = value;
  return {
    ...(isText(run) ? { run } : {}),
    ...(isText(before) ? { before } : {}),
    ...(isText(selected) ? { selected } : {}),
  };
}

/** Reads a message of the extension; undefined for anything else, such as messages of VS Code itself. */
export function parseHostMessage(value: unknown): HostMessage | undefined {
  if (!isObject(value)) return undefined;
  switch (value["type"]) {
    case "run": {
      const { manifest, before, state } = value;
      if (!isManifest(manifest)) return undefined;
      const message = { type: "run", manifest, state: parsePageState(state) } as const;
      if (!isObject(before)) return message;
      const { name, manifest: other } = before;
      return isText(name) && isManifest(other) ? { ...message, before: { name, manifest: other } } : undefined;
    }
    case "result": {
      const content = parseContent(value["content"]);
      return content && isText(value["name"]) ? { type: "result", name: value["name"], content } : undefined;
    }
    case "content": {
      const content = parseContent(value["content"]);
      return content && isCount(value["id"]) ? { type: "content", id: value["id"], content } : undefined;
    }
    case "failed":
      return isText(value["message"]) ? { type: "failed", message: value["message"] } : undefined;
    default:
      return undefined;
  }
}

function parseContent(value: unknown): PageContent | undefined {
  if (!isObject(value)) return undefined;
  const { kind, bytes, tables, text, reason } = value;
  if (kind === "json" && bytes instanceof Uint8Array) return { kind, bytes };
  if (kind === "json" && bytes instanceof ArrayBuffer) return { kind, bytes: new Uint8Array(bytes) };
  if (kind === "tables" && Array.isArray(tables) && tables.every(isSentTable)) return { kind, tables };
  if (kind === "text" && isText(text)) return { kind, text };
  return kind === "elsewhere" && isText(reason) ? { kind, reason } : undefined;
}

/** Checks the outline only: the extension created the table. */
function isSentTable(value: unknown): value is SentTable {
  if (!isObject(value)) return false;
  const { table, cells } = value;
  return isTable(table) && isObject(cells) && Object.values(cells).every(isText);
}

function isTable(value: unknown): value is Table {
  return isObject(value) && isText(value["id"]) && isCount(value["rowCount"]) && Array.isArray(value["columns"]);
}

/** Checks the outline only: the extension read the manifest field by field. */
function isManifest(value: unknown): value is Manifest {
  return isObject(value) && value["version"] === 1 && Array.isArray(value["files"]);
}

const isText = (value: unknown): value is string => typeof value === "string";
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
