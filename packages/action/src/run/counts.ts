import type { Manifest } from "@analytics-engines/runs";

/** What a run came to, in numbers. */
export interface Counts {
  readonly files: number;
  readonly units: number;
  readonly succeeded: number;
  /** Units that did not succeed, for whatever reason. */
  readonly failed: number;
  readonly warnings: number;
}

export function countRun(manifest: Manifest): Counts {
  const units = manifest.files.flatMap((file) => file.units);
  const succeeded = units.filter((unit) => unit.status === "success").length;
  return {
    files: manifest.files.length,
    units: units.length,
    succeeded,
    failed: units.length - succeeded,
    warnings: units.reduce((sum, unit) => sum + unit.warnings.length, 0),
  };
}
