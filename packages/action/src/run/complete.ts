import type { Manifest, ManifestFile } from "@analytics-engines/runs";

/** How jobs end that the service took, and that are failures all the same. Every other failure is a refusal to take the job. */
const taken: ReadonlySet<string> = new Set(["unit-failed", "lost-result", "no-units", "job-gone"]);
const stopped = { code: "stopped", message: "The step was stopped before the outcome of the job was known." };

/**
 * The manifest with what only the parameter files tell of jobs that never were: their units, which share the fate of the job. The ids of
 * jobs that the service refused to take are left out, since they name nothing.
 *
 * @param unitsOf The ids of the units that a parameter file asks for.
 */
export function completeManifest(manifest: Manifest, unitsOf: (path: string) => readonly string[]): Manifest {
  return {
    ...manifest,
    files: manifest.files.map((file) => withUnits(wasRefused(file) ? withoutId(file) : file, unitsOf(file.path))),
  };
}

function wasRefused({ status, problem }: ManifestFile): boolean {
  return status === "failure" && problem !== undefined && !taken.has(problem.code);
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
