import type { UnitStatus } from "@analytics-engines/core";
import type { Manifest, ManifestFile, ManifestUnit } from "@analytics-engines/runs";
import { statusOrder, statusText } from "./status-text.ts";

/** A file with its units that match. */
export interface FileMatch {
  readonly file: ManifestFile;
  readonly units: readonly ManifestUnit[];
}

/**
 * The files and units that contain every word: in the path, the family, the name and status of the unit, or the messages of the service. A
 * word of the file matches all its units.
 */
export function searchRun(manifest: Manifest, words: string, status?: UnitStatus): FileMatch[] {
  const searchWords = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return manifest.files.flatMap((file) => {
    const ofFile = textsOf(file.path, file.family, file.jobId, file.problem?.message, file.problem?.code);
    const units = file.units.filter((unit) => {
      const text = `${ofFile}\n${unitText(unit)}`;
      return (status === undefined || unit.status === status) && searchWords.every((word) => text.includes(word));
    });
    const isMatch =
      units.length > 0 ||
      (file.units.length === 0 && status === undefined && searchWords.every((word) => ofFile.includes(word)));
    return isMatch ? [{ file, units }] : [];
  });
}

/** The number of units by status, the most important status first. */
export function statusCounts(manifest: Manifest): { status: UnitStatus; count: number }[] {
  const units = manifest.files.flatMap((file) => file.units);
  return statusOrder
    .map((status) => ({
      status,
      count: units.filter((unit) => unit.status === status).length,
    }))
    .filter(({ count }) => count > 0);
}

function unitText(unit: ManifestUnit): string {
  const errors = unit.errors.flatMap(({ id, code, title, detail }) => [id, code, title, detail]);
  return textsOf(unit.id, unit.status, statusText(unit.status), ...unit.warnings, ...errors);
}

function textsOf(...texts: readonly (string | undefined)[]): string {
  return texts.filter(Boolean).join("\n").toLocaleLowerCase();
}
