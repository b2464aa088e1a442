import path from "node:path";
import type { Manifest, Provenance } from "../folder/manifest/manifest.ts";
import type { RunFile, RunToFolderOptions } from "../folder/run-options.ts";
import { runToFolder } from "../folder/run-to-folder.ts";

/** Options of `runReady`. */
export interface ReadyRunOptions extends Omit<RunToFolderOptions, "service" | "provenance"> {
  /** What the paths of the files and of the run folder are relative to; absolute. No link may lead out of it. */
  readonly workspace: string;
}

/**
 * Runs checked files into a run folder. The manifest names the service of the client, and the commit of the files if they are in a git
 * repository. Returns and throws as `runToFolder`.
 */
export function runReady(files: readonly RunFile[], options: ReadyRunOptions): Promise<Manifest> {
  const { client, workspace, folder, onDelay } = options;
  return runToFolder(files, {
    ...options,
    folder: path.resolve(workspace, folder),
    service: new URL(client.baseUrl).origin,
    provenance: () => findProvenance(workspace, files, onDelay),
  });
}

/** The git repository of the files, if there is one. */
async function findProvenance(
  folder: string,
  files: readonly RunFile[],
  warn: (sentence: string) => void = () => {},
): Promise<Provenance | undefined> {
  const [{ findCommittedFiles }, { provenanceOf }] = await Promise.all([
    import("../provenance/committed-files.ts"),
    import("../folder/manifest/read-fields.ts"),
  ]);
  const committedFiles = await findCommittedFiles(folder, files, process.env, warn);
  return committedFiles && provenanceOf(committedFiles);
}
