import type {
  Manifest,
  ManifestFile,
  ManifestReproduction,
  ManifestUnit,
  ReproducedUnit,
  ReproductionResult,
} from "../folder/manifest/manifest.ts";
import { readManifest } from "../folder/manifest/manifest-file.ts";
import { writeManifest } from "../folder/manifest/write-manifest.ts";
import { compareUnit } from "./compare-unit.ts";
import type { EarlierRun } from "./earlier-run.ts";

/**
 * Compares the results of a finished run with those of the run that it computes again, and writes the outcome to its manifest. Reads the
 * earlier results only where the bytes differ.
 *
 * @param folder the run folder
 * @throws UserError for a manifest that is missing or damaged; errors of the disk
 */
export async function concludeReproduction(earlier: EarlierRun, folder: string): Promise<ManifestReproduction> {
  const manifest = await readManifest(folder);
  const reproduces = { ...earlier.run, compared: await compareRuns(earlier, folder, manifest) };
  await writeManifest(folder, { ...manifest, reproduces });
  return reproduces;
}

async function compareRuns(earlier: EarlierRun, folder: string, manifest: Manifest): Promise<ReproductionResult> {
  const now = new Map(manifest.files.map((file) => [file.path, file]));
  const units: ReproducedUnit[] = [];
  const unitsWithResult: ReproducedUnit[] = [];
  for (const before of earlier.manifest.files) {
    const file = now.get(before.path);
    if (file === undefined) continue;
    const after = new Map(file.units.map((unit) => [unit.id, unit]));
    for (const unit of before.units) {
      const currentUnit = after.get(unit.id);
      const compared = await compareUnit(
        { folder: earlier.folder, unit },
        { folder, unit: currentUnit, missingReason: missingReason(file, currentUnit) },
      );
      const reproduced = { path: before.path, id: unit.id, ...compared };
      units.push(reproduced);
      if (unit.status === "success") unitsWithResult.push(reproduced);
    }
  }
  const isSame = ({ outcome }: ReproducedUnit) => outcome === "same-bytes" || outcome === "same-tables";
  return { reproduced: unitsWithResult.length > 0 && unitsWithResult.every(isSame), units };
}

/** Why a unit has no result now, in the service's words where it gave any. */
function missingReason({ status, problem }: ManifestFile, unit: ManifestUnit | undefined): string {
  const [error] = unit?.errors ?? [];
  const reason = error?.detail ?? error?.title ?? problem?.message;
  return `it has no result now: ${unit?.status ?? status}${reason === undefined ? "" : `: ${reason}`}`;
}
