import type { Table } from "@analytics-engines/core/results";
import type { Manifest } from "@analytics-engines/runs";
import type { ChecksReport, HistoryView } from "@analytics-engines/runs/review";
import * as z from "zod/mini";

// The policy of the page allows no code from text, which zod would otherwise try.
z.config({ jitless: true });

const text = z.string();
const count = z.int().check(z.nonnegative());
const bytes = z.union([
  z.instanceof(Uint8Array),
  z.pipe(
    z.instanceof(ArrayBuffer),
    z.transform((buffer) => new Uint8Array(buffer)),
  ),
]);
const optionalText = z.catch(z.optional(text), undefined);

const resultCell = z.object({ table: count, column: text, row: count });
export type PageCell = Readonly<z.infer<typeof resultCell>>;

/** The state of a page, which VS Code restores after a restart. Properties of another type are left out. */
const pageState = z.catch(
  z.object({
    /** The id of the run; absent in an editor, which has a file. */
    run: optionalText,
    /** The id of the run to compare with. */
    before: optionalText,
    /** The file whose units the comparison lists first. */
    file: optionalText,
    /** The open unit, `PATH#UNIT`. */
    selected: optionalText,
    /** The unit that it is compared with, if not the matching unit of the other run: `earlier:PATH#UNIT` or `this:PATH#UNIT`. */
    other: optionalText,
    /** The cell of the open unit that is marked. */
    cell: z.catch(z.optional(resultCell), undefined),
  }),
  {},
);
export type PageState = Readonly<z.infer<typeof pageState>>;

/** A table in a message. Typed arrays arrive unchanged; numbers with more digits than a double would not. */
const sentTableSchema = z.object({
  /** Without the cells that are written as JSON. Only its outline is checked, since the extension created it. */
  table: z.custom<Table>((value) => outlineOfTable.safeParse(value).success),
  /** The cells of these columns as JSON, by the index of the column. */
  cells: z.record(z.string(), text),
});
const outlineOfTable = z.object({ id: text, rowCount: count, columns: z.array(z.unknown()) });
export type SentTable = Readonly<z.infer<typeof sentTableSchema>>;

export function sentTable(table: Table): SentTable {
  const cells: Record<number, string> = {};
  const columns = table.columns.map((column, index) => {
    if (column.values.kind !== "json") return column;
    cells[index] = JSON.stringify(column.values.values);
    return { ...column, values: { ...column.values, values: [] } };
  });
  return { table: { ...table, columns }, cells };
}

/** What the extension can do with a result that a page does not show. */
const resultVerb = z.enum(["open", "exportCsv"]);
export type ResultVerb = z.infer<typeof resultVerb>;

/** The content of a unit in a message to the page. */
const pageContent = z.discriminatedUnion("kind", [
  /** An unchanged JSON result, and its file for notes. */
  z.object({ kind: z.literal("json"), bytes, file: z.exactOptional(text) }),
  z.object({ kind: z.literal("tables"), tables: z.array(sentTableSchema) }),
  z.object({ kind: z.literal("text"), text }),
  /** Why there is nothing to show, and a button for the result. */
  z.object({
    kind: z.literal("elsewhere"),
    reason: text,
    action: z.exactOptional(z.object({ verb: resultVerb, text })),
  }),
]);
export type PageContent = Readonly<z.infer<typeof pageContent>>;

/** Only the outline is checked, since the extension read the manifest field by field. */
const manifest = z.custom<Manifest>((value) => outlineOfManifest.safeParse(value).success);
const outlineOfManifest = z.object({ version: z.literal(1), files: z.array(z.unknown()) });

/** The same, for what the checks of the run found. */
const checks = z.custom<RunChecks>((value) => outlineOfChecks.safeParse(value).success);
const outlineOfChecks = z.object({ counts: z.looseObject({}), findings: z.array(z.unknown()) });
export type RunChecks = Pick<ChecksReport, "counts" | "findings">;

/** Only the outline is checked, since the extension made it of the runs. */
const historyView = z.custom<HistoryView>((value) => outlineOfHistory.safeParse(value).success);
const outlineOfHistory = z.object({ runs: z.array(z.unknown()), notes: z.array(text), series: z.array(z.unknown()) });

/** From the extension to the page. */
const hostMessage = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("run"),
    manifest,
    /** What is wrong with the manifests. */
    problems: z.array(text),
    /** What the user calls the connection of the run. */
    connection: z.exactOptional(text),
    /** The run to compare with. */
    before: z.exactOptional(manifest),
    /** What the checks found, without those that passed. */
    checks: z.exactOptional(checks),
    /** The tolerances of the project file, as it has them. */
    tolerances: z.exactOptional(z.readonly(z.array(text))),
    state: pageState,
  }),
  /** A result without a run. */
  z.object({ type: z.literal("result"), name: text, content: pageContent }),
  /** Numbers over runs. `wishes` choose one: the unit, its table, its row and its column. */
  z.object({ type: z.literal("history"), view: historyView, wishes: z.array(text) }),
  /** Without content, the unit has no commentary. */
  z.object({ type: z.literal("content"), id: count, content: z.optional(pageContent) }),
  z.object({ type: z.literal("failed"), message: text }),
]);
export type HostMessage = Readonly<z.infer<typeof hostMessage>>;

/** A unit of the run, or of the run to compare with. */
const pageUnit = z.object({ of: z.enum(["run", "before"]), path: text, unit: text });
export type PageUnit = Readonly<z.infer<typeof pageUnit>>;

/** The unit that the page shows. */
const shownUnit = z.object({
  /** `PATH#UNIT`, or the name of a result without a run. */
  key: text,
  tables: z.array(z.object({ id: text, rows: count, columns: count })),
  /** The number of sections of the commentary; absent until one is shown. */
  commentary: z.exactOptional(count),
  /** The unit that it is compared with, `PATH#UNIT`; absent until both are shown. */
  compared: z.exactOptional(text),
});
export type ShownUnit = Readonly<z.infer<typeof shownUnit>>;

/** From the page to the extension. */
const pageMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  /** Requests the content of a unit, or its commentary. The answer has the same id. */
  z.object({
    type: z.literal("open"),
    id: count,
    unit: pageUnit,
    part: z.exactOptional(z.literal("commentary")),
  }),
  z.object({ type: z.literal("selected"), unit: pageUnit }),
  /** The cursor is in a cell of the unit that is open. */
  z.object({ type: z.literal("cell"), cell: resultCell }),
  z.object({ type: z.literal("shown"), shown: shownUnit }),
  /** The user pressed the button of a result. */
  z.object({ type: z.literal("act"), verb: resultVerb, unit: pageUnit }),
  /** The user wants to compare with another run. */
  z.object({ type: z.literal("choose-other") }),
  /** Saves a chart as a file. */
  z.object({ type: z.literal("save"), name: text, bytes }),
]);
export type PageMessage = Readonly<z.infer<typeof pageMessage>>;
export type UnitPart = NonNullable<Extract<PageMessage, { type: "open" }>["part"]>;

/** Reads a message of the page; undefined for anything else. The page draws data of others, so its messages are not trusted. */
export function parsePageMessage(value: unknown): PageMessage | undefined {
  return pageMessage.safeParse(value).data;
}

/** Reads the state of a page. */
export function parsePageState(value: unknown): PageState {
  return pageState.parse(value);
}

/** Reads a message of the extension; undefined for anything else, such as messages of VS Code itself. */
export function parseHostMessage(value: unknown): HostMessage | undefined {
  return hostMessage.safeParse(value).data;
}
