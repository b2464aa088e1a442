import { UserError } from "@analytics-engines/runs/host";
import { MAX_ARTIFACTS } from "../github/artifacts.ts";
import type { ArtifactMode } from "./inputs.ts";

/** Refuses a run with more artifacts than GitHub keeps, before anything is computed. */
export function checkArtifactCount(mode: ArtifactMode, files: number, units: number): void {
  const artifactCount = mode === "file" ? files + 1 : mode === "unit" ? units + 1 : 0;
  if (artifactCount <= MAX_ARTIFACTS) return;
  throw new UserError(
    `artifacts: ${mode} would store ${artifactCount} artifacts, and GitHub keeps ${MAX_ARTIFACTS} of a job. Use artifacts: ${mode === "unit" ? "file or run" : "run"}.`,
  );
}
