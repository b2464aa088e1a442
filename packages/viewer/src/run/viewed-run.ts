import type { Sentence } from "@analytics-engines/core/basics";
import type { Commentary, Table, Tolerance } from "@analytics-engines/core/results";
import type { Manifest, ManifestFile, ManifestUnit } from "@analytics-engines/runs";
import { keyOfUnit, nameOfUnit, type UnitReview } from "@analytics-engines/runs/browser";
import type { ChecksReport, HistoryView } from "@analytics-engines/runs/review";
import type { UnitSummary } from "./head/key-figures.ts";

/** A run for the page: its manifest, and functions that read its results. */
export interface ViewedRun {
  readonly manifest: Manifest;
  /** What the host calls the connection of the run. By default the page shows the address of the service. */
  readonly connection?: string;
  /** Reads the content of a unit when the user opens it. The page shows the message of an error. */
  readonly open: (file: ManifestFile, unit: ManifestUnit) => Promise<UnitContent>;
  /** Reads the text that the service generated about a unit, if there is one. The page shows the message of an error. */
  readonly commentary?: (file: ManifestFile, unit: ManifestUnit) => Promise<Commentary | undefined>;
  /** Reads what a unit says at a glance. Undefined if its result has no table. */
  readonly summary?: (file: ManifestFile, unit: ManifestUnit) => Promise<UnitSummary | undefined>;
  /** The run to compare this one with: a comparison offers its units first. */
  readonly earlier?: ViewedRun;
  /** The tolerances of a comparison with the earlier run, if not those of a review. By default the noise of numbers. */
  readonly tolerances?: readonly Tolerance[];
  /** What a review found when it compared this run with the earlier one. */
  readonly review?: ReviewedRun;
  /** What the checks of the numbers found, without those that passed. */
  readonly checks?: Pick<ChecksReport, "counts" | "findings">;
  /** Reads numbers and checks over runs. */
  readonly history?: () => Promise<HistoryView | undefined>;
}

/** The outcome of a review. */
export interface ReviewedRun {
  readonly tolerances: readonly Tolerance[];
  /** In the order of the review's comment. */
  readonly units: readonly UnitReview[];
  /** What changed in the parameters, in words. */
  readonly parameters?: readonly Sentence[];
  /** What changed in the rules of checks, in words. */
  readonly rules?: readonly Sentence[];
  /** The commits of the base and the head. */
  readonly commits?: { readonly base: string; readonly head: string };
}

export type UnitContent =
  | { readonly kind: "tables"; readonly tables: readonly Table[] }
  /**
   * JSON or text without tables; `note` is a sentence about it. `events` are those of a job that has no tables. `unread` says in a sentence
   * which version or form of tables it has, where that is not read.
   */
  | {
      readonly kind: "text";
      readonly text: string;
      readonly note?: string;
      readonly events?: readonly JobEvent[];
      readonly unread?: string;
    }
  /** A document, and the name of its file. */
  | {
      readonly kind: "document";
      readonly type: DocumentType;
      readonly name: string;
      readonly bytes: Uint8Array<ArrayBuffer>;
    }
  /** The page does not have the result: the reason, where it is, and what the host of the page can do with it. */
  | {
      readonly kind: "elsewhere";
      readonly reason: string;
      readonly altered?: AlteredResult;
      readonly action?: { readonly text: string; readonly act: () => void };
    };

/** What the service reports about a job while it runs. */
export interface JobEvent {
  readonly type: string;
  readonly message: string;
  /** When it happened, as the service writes it; empty if it does not say. */
  readonly time: string;
}

export type DocumentType = "pdf" | "pptx";

/** The digests of a result that changed after the run stored it: `stored` is in the manifest, `found` is that of the file. */
export interface AlteredResult {
  readonly stored?: string;
  readonly found?: string;
}

/** A unit within its run. */
export interface UnitRef {
  readonly file: ManifestFile;
  readonly unit: ManifestUnit;
}

/** A cell of a unit: the number of its table, the label of its column and its row in the table, both numbers from 0. */
export interface UnitCell {
  readonly table: number;
  readonly column: string;
  readonly row: number;
}

export function allUnits({ files }: Manifest): UnitRef[] {
  return files.flatMap((file) => file.units.map((unit) => ({ file, unit })));
}

/** Names a unit within its run, also in a URL. */
export function unitKey(ref: UnitRef): string {
  return keyOfUnit(nameOfUnit(ref));
}

/** A unit of this run or of the earlier run that another unit can be compared with. */
export interface CompareCandidate {
  /** `earlier:PATH#UNIT` or `this:PATH#UNIT`. */
  readonly key: string;
  readonly isEarlier: boolean;
  readonly run: ViewedRun;
  readonly ref: UnitRef;
}

/** The units with results, except `self`; first those of the earlier run. */
export function candidates(run: ViewedRun, self: UnitRef): CompareCandidate[] {
  const candidatesOf = (source: ViewedRun, side: "earlier" | "this") =>
    allUnits(source.manifest)
      .filter(({ unit }) => unit.file !== undefined)
      .map((ref) => ({ key: `${side}:${unitKey(ref)}`, isEarlier: side === "earlier", run: source, ref }));
  const ofThisRun = candidatesOf(run, "this").filter(({ ref }) => unitKey(ref) !== unitKey(self));
  return run.earlier ? [...candidatesOf(run.earlier, "earlier"), ...ofThisRun] : ofThisRun;
}

export function unitByKey(manifest: Manifest, key: string): UnitRef | undefined {
  return allUnits(manifest).find((ref) => unitKey(ref) === key);
}

/** What a link into a report opens: a unit by its key, and a cell of it; without a unit the overview. */
interface ReportTarget {
  readonly unit: string | undefined;
  readonly cell: UnitCell | undefined;
}

/** The hash of a URL that leads to a unit or a cell: `#PATH%23UNIT&table=0&row=3&column=Weight`. */
export function addressOf({ unit = "", cell }: ReportTarget): string {
  const { table, row, column } = cell ?? {};
  const parts =
    cell === undefined ? "" : `&${new URLSearchParams({ table: `${table}`, row: `${row}`, column: `${column}` })}`;
  return `#${encodeURIComponent(unit)}${parts}`;
}

/** Reads the hash of a URL, which anybody may have written. */
export function targetOfAddress(hash: string): ReportTarget {
  const [unit = "", ...parts] = hash.slice(1).split("&");
  const cell = new URLSearchParams(parts.join("&"));
  const [table, row] = ["table", "row"].map((name) => Number(cell.get(name) ?? Number.NaN));
  const isCell = Number.isSafeInteger(table) && Number.isSafeInteger(row);
  try {
    return {
      unit: decodeURIComponent(unit) || undefined,
      cell: isCell ? { table: table ?? 0, row: row ?? 0, column: cell.get("column") ?? "" } : undefined,
    };
  } catch {
    return { unit: undefined, cell: undefined };
  }
}

/** An event about a unit. */
class UnitEvent extends Event {
  readonly ref: UnitRef;
  constructor(type: string, ref: UnitRef, options?: EventInit) {
    super(type, options);
    this.ref = ref;
  }
}

/** Reaches the host of the page. */
const toHost = { bubbles: true, composed: true } as const;

/** The user chose a unit in the overview or in the list, or a cell of it. */
export class UnitChosenEvent extends UnitEvent {
  readonly cell: UnitCell | undefined;
  constructor(ref: UnitRef, cell?: UnitCell) {
    super("unit-chosen", ref);
    this.cell = cell;
  }
}

/** The cursor is in a cell of the open unit. */
export class UnitCellEvent extends UnitEvent {
  readonly cell: UnitCell;
  constructor(ref: UnitRef, cell: UnitCell) {
    super("unit-cell", ref, toHost);
    this.cell = cell;
  }
}

/** The page shows the content of a unit. */
export class UnitShownEvent extends UnitEvent {
  readonly content: UnitContent;
  constructor(ref: UnitRef, content: UnitContent) {
    super("unit-shown", ref, toHost);
    this.content = content;
  }
}

/** The page shows a unit beside another one. */
export class UnitComparedEvent extends UnitEvent {
  readonly before: UnitRef;
  constructor(ref: UnitRef, before: UnitRef) {
    super("unit-compared", ref, toHost);
    this.before = before;
  }
}
