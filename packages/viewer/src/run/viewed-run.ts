import type { Sentence } from "@analytics-engines/core/basics";
import type { Commentary, Table, Tolerance } from "@analytics-engines/core/results";
import type { Manifest, ManifestFile, ManifestUnit } from "@analytics-engines/runs";
import { keyOfUnit, nameOfUnit, type UnitReview } from "@analytics-engines/runs/browser";
import type { HistoryView } from "@analytics-engines/runs/history";
import type { ChecksReport } from "@analytics-engines/runs/review";
import type { UnitSummary } from "./unit-summary.ts";

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

export type CandidateSide = "earlier" | "this";

/** `earlier:PATH#UNIT` or `this:PATH#UNIT`. */
export function candidateKey(side: CandidateSide, ref: UnitRef): string {
  return `${side}:${unitKey(ref)}`;
}

/** A unit of this run or of the earlier run that another unit can be compared with. */
export interface CompareCandidate {
  readonly key: string;
  readonly isEarlier: boolean;
  readonly run: ViewedRun;
  readonly ref: UnitRef;
}

/** The units with results, except `self`; first those of the earlier run. */
export function candidates(run: ViewedRun, self: UnitRef): CompareCandidate[] {
  const of = (one: ViewedRun, isEarlier: boolean) =>
    allUnits(one.manifest)
      .filter(({ unit }) => unit.file !== undefined)
      .map((ref) => ({ key: candidateKey(isEarlier ? "earlier" : "this", ref), isEarlier, run: one, ref }));
  const ofThisRun = of(run, false).filter(({ ref }) => unitKey(ref) !== unitKey(self));
  return run.earlier ? [...of(run.earlier, true), ...ofThisRun] : ofThisRun;
}

export function unitByKey(manifest: Manifest, key: string): UnitRef | undefined {
  return allUnits(manifest).find((ref) => unitKey(ref) === key);
}
