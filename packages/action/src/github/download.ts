import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { visible } from "@analytics-engines/core/text";
import { nodeFetch } from "@analytics-engines/runs";
import type { GitHubApi } from "./api.ts";
import type { StoredArtifact } from "./find-artifacts.ts";
import { formatBytes } from "./format.ts";
import type { Env } from "./inputs.ts";
import { Problem } from "./problem.ts";

/** No run folder comes near it; a larger archive is not downloaded. */
const largestArchive = 10_000_000_000;

/**
 * Downloads the archive of an artifact into a file, and holds it against the digest that GitHub has of it.
 *
 * @throws Problem where it is too large, or not what was stored.
 */
export async function downloadArtifact(
  github: GitHubApi,
  artifact: StoredArtifact,
  file: string,
  env: Env,
): Promise<void> {
  const { octokit, repository } = github;
  const name = visible(artifact.name);
  if (artifact.bytes > largestArchive)
    throw new Problem(`The artifact ${name} has ${formatBytes(artifact.bytes)}: too much for a review.`);
  const { headers } = await octokit.rest.actions.downloadArtifact({
    ...repository,
    artifact_id: artifact.id,
    archive_format: "zip",
    request: { redirect: "manual" },
  });
  if (headers.location === undefined) throw new Problem(`GitHub does not say where the artifact ${name} is stored.`);
  // The address is signed. It is another host's: the token is not for it.
  const response = await nodeFetch(env)(new Request(headers.location));
  if (!response.ok || response.body === null)
    throw new Problem(`The artifact ${name} could not be downloaded: its store says ${response.status}.`);
  const hash = createHash("sha256");
  let bytes = 0;
  const watched = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      if (bytes > largestArchive) done(new Problem(`The artifact ${name} is larger than GitHub says.`));
      else done(null, chunk);
    },
  });
  await pipeline(response.body, watched, createWriteStream(file, { flags: "wx" }));
  if (artifact.sha256 !== undefined && hash.digest("hex") !== artifact.sha256)
    throw new Problem(`The artifact ${name} is not what was stored: its SHA-256 is another than GitHub has of it.`);
}
