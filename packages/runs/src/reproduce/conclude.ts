import type {
  Manifest,
  ManifestFile,
  ManifestReproduction,
  ManifestUnit,
  ReproducedUnit,
  ReproductionResult,
} from "../manifest.ts";
import { readManifest, writeManifest } from "../manifest-file.ts";
import { compareUnit } from "./compare-unit.ts";
import type { EarlierRun } from "./earlier-run.ts";

/**
 * Holds the results of a run that has ended against those of the run that it computes again, and notes in its manifest what they are to each
 * other. Reads the earlier results only where the bytes are others.
 *
 * @param folder The run folder.
 * @throws RunFolderError when there is no manifest or it is damaged, and what the disk says
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
  const had: ReproducedUnit[] = [];
  for (const before of earlier.manifest.files) {
    const file = now.get(before.path);
    if (file === undefined) continue;
    const after = new Map(file.units.map((unit) => [unit.id, unit]));
    for (const unit of before.units) {
      const found = after.get(unit.id);
      const compared = await compareUnit(
        { folder: earlier.folder, unit },
        { folder, unit: found, missingReason: missingReason(file, found) },
      );
      const told = { path: before.path, id: unit.id, ...compared };
      units.push(told);
      if (unit.status === "success") had.push(told);
    }
  }
  const isSame = ({ outcome }: ReproducedUnit) => outcome === "same-bytes" || outcome === "same-tables";
  return { reproduced: had.length > 0 && had.every(isSame), units };
}

/** Why a unit has no result now, in the service's words where there are some. */
function missingReason({ status, problem }: ManifestFile, unit: ManifestUnit | undefined): string {
  const [error] = unit?.errors ?? [];
  const said = error?.detail ?? error?.title ?? problem?.message;
  return `it has no result now: ${unit?.status ?? status}${said === undefined ? "" : `: ${said}`}`;
}
