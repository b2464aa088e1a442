import type { Commentary, Table } from "@analytics-engines/core/results";
import type { Manifest, ManifestFile, ManifestUnit } from "@analytics-engines/runs";

/** A run as the page sees it: its manifest, and a way to the results. */
export interface ViewedRun {
  readonly manifest: Manifest;
  /** What a unit holds, read when it is opened. May throw; the page then says why. */
  readonly open: (file: ManifestFile, unit: ManifestUnit) => Promise<UnitContent>;
  /** The text that the service generated of a unit whose manifest names one. May throw; the page then says why. */
  readonly commentary?: (file: ManifestFile, unit: ManifestUnit) => Promise<Commentary>;
  /** The run that this one is held against: its units are offered first where two are compared. */
  readonly earlier?: ViewedRun;
}

export type UnitContent =
  | { readonly kind: "tables"; readonly tables: readonly Table[] }
  /** JSON or text without tables; `note` says what is to be known of it. */
  | { readonly kind: "text"; readonly text: string; readonly note?: string }
  /** Nothing to show here, and why: where the result is instead. */
  | { readonly kind: "elsewhere"; readonly reason: string };

/** A unit within its run. */
export interface UnitRef {
  readonly file: ManifestFile;
  readonly unit: ManifestUnit;
}

export function allUnits({ files }: Manifest): UnitRef[] {
  return files.flatMap((file) => file.units.map((unit) => ({ file, unit })));
}

/** Names a unit within its run, in an address too. */
export function unitKey({ file, unit }: UnitRef): string {
  return `${file.path}#${unit.id}`;
}

/** A unit that another can be compared with, of this run or of the earlier one. */
export interface Candidate {
  readonly key: string;
  readonly isEarlier: boolean;
  readonly run: ViewedRun;
  readonly ref: UnitRef;
}

/** The units that have results, but for this one; those of the earlier run first. */
export function candidates(run: ViewedRun, self: UnitRef): Candidate[] {
  const of = (one: ViewedRun, isEarlier: boolean) =>
    allUnits(one.manifest)
      .filter(({ unit }) => unit.file !== undefined)
      .map((ref) => ({ key: `${isEarlier ? "earlier" : "this"}:${unitKey(ref)}`, isEarlier, run: one, ref }));
  const own = of(run, false).filter(({ ref }) => unitKey(ref) !== unitKey(self));
  return run.earlier ? [...of(run.earlier, true), ...own] : own;
}

export function findUnit(manifest: Manifest, key: string): UnitRef | undefined {
  return allUnits(manifest).find((ref) => unitKey(ref) === key);
}
