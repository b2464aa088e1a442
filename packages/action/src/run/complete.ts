import type { Manifest, ManifestFile } from "@analytics-engines/runs";

/** The codes of failures of jobs that the service accepted. With any other code, it refused the job. */
const acceptedCodes: ReadonlySet<string> = new Set(["unit-failed", "lost-result", "no-units", "job-gone"]);
const stopped = { code: "stopped", message: "The step was stopped before the outcome of the job was known." };

/**
 * Completes the manifest for jobs that were not created: adds the units of their parameter files, with the status of the job, and removes the
 * ids of jobs that the service refused, since such jobs do not exist.
 *
 * @param unitsOf the ids of the units of a parameter file
 */
export function completeManifest(manifest: Manifest, unitsOf: (path: string) => readonly string[]): Manifest {
  return {
    ...manifest,
    files: manifest.files.map((file) => withUnits(wasRefused(file) ? withoutId(file) : file, unitsOf(file.path))),
  };
}

function wasRefused({ status, problem }: ManifestFile): boolean {
  return status === "failure" && problem !== undefined && !acceptedCodes.has(problem.code);
}

function withoutId({ jobId: _, ...file }: ManifestFile): ManifestFile {
  return file;
}

function withUnits(file: ManifestFile, ids: readonly string[]): ManifestFile {
  const { status, problem } = file;
  if (file.units.length > 0 || status === "success" || problem?.code === "no-units") return file;
  const units = ids.map((id) => ({ id, status, warnings: [], errors: [] }));
  return { ...file, problem: problem ?? stopped, units };
}
