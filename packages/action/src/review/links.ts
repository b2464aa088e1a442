import type { UploadedArtifact } from "../github/artifacts.ts";
import type { Env } from "../github/inputs.ts";
import type { Review } from "./assess.ts";

/** Where GitHub shows the page of a review; of a review without one, the artifact that holds the rest. */
export function artifactLink(env: Env, [artifact]: readonly UploadedArtifact[]): string | undefined {
  const run = env["GITHUB_RUN_ID"];
  return artifact === undefined || !run
    ? undefined
    : repositoryLink(env, `actions/runs/${run}/artifacts/${artifact.id}`);
}

/** The run of the workflow that a baseline is from. */
export function baselineLink(env: Env, { baseline }: Review): string | undefined {
  if (baseline.run === undefined || baseline.source.kind !== "artifact") return undefined;
  return repositoryLink(env, `actions/runs/${baseline.source.workflowRun}`);
}

function repositoryLink(
  { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository }: Env,
  rest: string,
): string | undefined {
  return server && repository ? `${server}/${repository}/${rest}` : undefined;
}
