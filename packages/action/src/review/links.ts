import type { UploadedArtifact } from "../github/artifacts.ts";
import type { Env } from "../github/inputs.ts";
import { artifactsLink, repositoryLink } from "../github/links.ts";
import type { Review } from "./assess.ts";

/** Where GitHub shows the page of a review; of a review without one, the artifact that holds the rest. */
export function artifactLink(env: Env, [artifact]: readonly UploadedArtifact[]): string | undefined {
  const artifacts = artifactsLink(env);
  return artifact === undefined || artifacts === undefined ? undefined : `${artifacts}${artifact.id}`;
}

/** The run of the workflow that a baseline is from. */
export function baselineLink(env: Env, { baseline }: Review): string | undefined {
  if (baseline.run === undefined || baseline.source.kind !== "artifact") return undefined;
  return repositoryLink(env, `actions/runs/${baseline.source.workflowRun}`);
}
