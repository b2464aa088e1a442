import type { Manifest, ManifestFile, ManifestUnit } from "@analytics-engines/core/node";
import type { Table } from "@analytics-engines/core/results";

/** A run as the page sees it: its manifest, and a way to the results. */
export interface ViewedRun {
  readonly manifest: Manifest;
  /** What a unit holds, read when it is opened. May throw; the page then says why. */
  readonly open: (file: ManifestFile, unit: ManifestUnit) => Promise<UnitContent>;
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

export function findUnit(manifest: Manifest, key: string): UnitRef | undefined {
  return allUnits(manifest).find((ref) => unitKey(ref) === key);
}
