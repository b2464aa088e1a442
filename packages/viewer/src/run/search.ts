import type { UnitStatus } from "@analytics-engines/core";
import type { Manifest, ManifestFile, ManifestUnit } from "@analytics-engines/runs";

/** Files with those of their units that were looked for. */
export interface FoundFile {
  readonly file: ManifestFile;
  readonly units: readonly ManifestUnit[];
}

/**
 * The files and units that hold every word: in the path, the family, the unit's name, its state, or in what the service said of it. A
 * word that the file itself holds finds all its units.
 */
export function searchRun(manifest: Manifest, words: string, status?: UnitStatus): FoundFile[] {
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return manifest.files.flatMap((file) => {
    const ofFile = textsOf(file.path, file.family, file.jobId, file.problem?.message, file.problem?.code);
    const units = file.units.filter((unit) => {
      const text = `${ofFile}\n${unitText(unit)}`;
      return (status === undefined || unit.status === status) && wanted.every((word) => text.includes(word));
    });
    const isFound =
      units.length > 0 ||
      (file.units.length === 0 && status === undefined && wanted.every((word) => ofFile.includes(word)));
    return isFound ? [{ file, units }] : [];
  });
}

/** How many units ended how, in the order in which they matter. */
export function statusCounts(manifest: Manifest): { status: UnitStatus; count: number }[] {
  const order: readonly UnitStatus[] = ["failure", "lost", "timed-out", "unknown", "canceled", "success"];
  const units = manifest.files.flatMap((file) => file.units);
  return order
    .map((status) => ({ status, count: units.filter((unit) => unit.status === status).length }))
    .filter(({ count }) => count > 0);
}

function unitText(unit: ManifestUnit): string {
  const errors = unit.errors.flatMap(({ id, code, title, detail }) => [id, code, title, detail]);
  return textsOf(unit.id, unit.status, ...unit.warnings, ...errors);
}

function textsOf(...texts: readonly (string | undefined)[]): string {
  return texts.filter(Boolean).join("\n").toLocaleLowerCase();
}
