import { createHash } from "node:crypto";
import { visible } from "@analytics-engines/core/basics";
import { createFile, writeBatches } from "@analytics-engines/runs/files";
import { formatBytes, UserError } from "@analytics-engines/runs/host";
import { nodeFetch } from "@analytics-engines/runs/run";
import type { GitHubApi } from "./api.ts";
import type { StoredArtifact } from "./find-artifacts.ts";
import type { Env } from "./inputs.ts";

/** The largest archive that is downloaded, bytes: far more than a run folder has. */
const MAX_ARCHIVE_BYTES = 10_000_000_000;

/** What to do about a damaged artifact. */
export const STORE_AGAIN = "Run the job that stored it again.";

/**
 * Downloads the archive of an artifact to a file, and compares it with its digest at GitHub.
 *
 * @throws UserError if it is too large, or was altered
 */
export async function downloadArtifact(
  github: GitHubApi,
  artifact: StoredArtifact,
  file: string,
  env: Env,
): Promise<void> {
  const { octokit, repository } = github;
  const name = visible(artifact.name);
  if (artifact.bytes > MAX_ARCHIVE_BYTES)
    throw new UserError(
      `The artifact ${name} has ${formatBytes(artifact.bytes)}: too much for a review. Divide the run into shards with the action plan.`,
    );
  const { headers } = await octokit.rest.actions.downloadArtifact({
    ...repository,
    artifact_id: artifact.id,
    archive_format: "zip",
    request: { redirect: "manual" },
  });
  if (headers.location === undefined)
    throw new UserError(`GitHub does not report where the artifact ${name} is stored. Run the job again.`);
  // The address is signed and on another host, so the token is not sent.
  const response = await nodeFetch(env)(new Request(headers.location));
  if (!response.ok || response.body === null)
    throw new UserError(
      `The artifact ${name} could not be downloaded: its store answers ${response.status}. Run the job again.`,
    );
  const hash = createHash("sha256");
  let bytes = 0;
  async function* watched(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of body) {
      bytes += piece.length;
      hash.update(piece);
      if (bytes > MAX_ARCHIVE_BYTES)
        throw new UserError(`The artifact ${name} is larger than GitHub reports. ${STORE_AGAIN}`);
      yield piece;
    }
  }
  {
    await using archive = await createFile(file);
    await writeBatches(archive, watched(response.body));
  }
  if (artifact.sha256 !== undefined && hash.digest("hex") !== artifact.sha256)
    throw new UserError(`The artifact ${name} was altered: its SHA-256 differs from the one at GitHub. ${STORE_AGAIN}`);
}
