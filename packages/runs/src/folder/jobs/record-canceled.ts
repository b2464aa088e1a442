import { UserError } from "../../user-error.ts";
import type { Manifest, ManifestFile, ManifestUnit } from "../manifest/manifest.ts";
import { wholeStatus } from "../manifest/manifest-build.ts";
import { findManifest, writeManifest } from "../manifest/manifest-file.ts";

const problem = {
  code: "canceled",
  message: "The job was canceled on the service. Resume the run to create it again.",
};

/**
 * Writes into the manifest of a run that jobs were canceled. A manifest that is missing or altered is left as it is: the journal has the same.
 * @param paths the parameter files of the jobs
 * @param check throws where the folder is no longer this process's
 */
export async function recordCanceled(
  folder: string,
  paths: ReadonlySet<string>,
  check: () => Promise<void>,
): Promise<void> {
  if (paths.size === 0) return;
  const manifest = await findReadable(folder);
  if (manifest === undefined) return;
  await check();
  const files = manifest.files.map((file): ManifestFile => {
    if (!paths.has(file.path)) return file;
    return { ...file, status: "canceled", problem, units: file.units.map(canceledUnit) };
  });
  await writeManifest(folder, { ...manifest, status: wholeStatus(files.map(({ status }) => status)), files });
}

/** The manifest of a folder; `undefined` where it is missing or altered. */
export async function findReadable(folder: string): Promise<Manifest | undefined> {
  return findManifest(folder).catch((error: unknown) => {
    if (error instanceof UserError) return undefined;
    throw error;
  });
}

/** A unit whose result is stored keeps it. */
function canceledUnit(unit: ManifestUnit): ManifestUnit {
  if (unit.status !== "unknown" && unit.status !== "timed-out") return unit;
  const { code, message: detail } = problem;
  return { ...unit, status: "canceled", errors: [{ code, title: "The job ended early", detail }] };
}
