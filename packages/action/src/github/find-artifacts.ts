import { createHash } from "node:crypto";
import { starPattern, visible } from "@analytics-engines/core/basics";
import { createFile, writeBatches } from "@analytics-engines/runs/files";
import { formatBytes, UserError } from "@analytics-engines/runs/progress";
import { nodeFetch } from "@analytics-engines/runs/run";
import type { GitHubApi } from "./api.ts";
import type { Env } from "./step.ts";

/** An artifact that a workflow run has stored. */
export interface StoredArtifact {
  readonly id: number;
  readonly name: string;
  /** Bytes of its archive. */
  readonly bytes: number;
  /** SHA-256 of its archive, hex, if GitHub reports it. */
  readonly sha256: string | undefined;
}

/** Events of runs on a branch itself. A pull request from a branch of the same name, or from a fork, is not such a run. */
const branchEvents = ["push", "schedule", "workflow_dispatch", "repository_dispatch"];
/** The most pages of artifacts that are searched for an earlier run, the newest first. */
const MAX_PAGES = 20;

/**
 * The artifacts of a workflow run whose names match, each name once: if a job ran again, its latest artifact. Pages (`.html`) are left out.
 *
 * @param pattern A name in which `*` stands for any characters.
 */
export async function findArtifacts(
  { octokit, repository }: GitHubApi,
  run: number,
  pattern: string,
): Promise<readonly StoredArtifact[]> {
  const all = await octokit.paginate(octokit.rest.actions.listWorkflowRunArtifacts, {
    ...repository,
    run_id: run,
    per_page: 100,
  });
  return latestOfEachName(all.filter(({ name, expired }) => !expired && isMeant(name, pattern)).map(readArtifact));
}

/** The latest successful run of a branch of this repository with artifacts of such a name; `undefined` if there is none. */
export async function findEarlierArtifacts(
  github: GitHubApi,
  { branch, pattern, except }: { readonly branch: string; readonly pattern: string; readonly except: number },
) {
  const { octokit, repository } = github;
  const looked = new Set([except]);
  const pages = octokit.paginate.iterator(octokit.rest.actions.listArtifactsForRepo, {
    ...repository,
    per_page: 100,
    ...(pattern.includes("*") ? {} : { name: pattern }),
  });
  let page = 0;
  for await (const { data } of pages) {
    for (const { name, expired, workflow_run: run } of data) {
      const isOfBranch =
        run?.id !== undefined && run.head_branch === branch && run.head_repository_id === run.repository_id;
      if (!isOfBranch || run.id === undefined || expired || !isMeant(name, pattern) || looked.has(run.id)) continue;
      looked.add(run.id);
      const matchingRun = await readRun(github, run.id, pattern);
      if (matchingRun !== undefined) return matchingRun;
    }
    page += 1;
    if (page === MAX_PAGES) return undefined;
  }
  return undefined;
}

async function readRun(github: GitHubApi, id: number, pattern: string) {
  const { octokit, repository } = github;
  const { data } = await octokit.rest.actions.getWorkflowRun({ ...repository, run_id: id });
  if (data.conclusion !== "success" || !branchEvents.includes(data.event)) return undefined;
  return { run: id, createdAt: data.created_at, artifacts: await findArtifacts(github, id, pattern) };
}

function isMeant(name: string, pattern: string): boolean {
  return !name.endsWith(".html") && starPattern(pattern).test(name);
}

interface Listed {
  readonly id: number;
  readonly name: string;
  readonly size_in_bytes: number;
  readonly digest?: string | null | undefined;
}

function readArtifact({ id, name, size_in_bytes: bytes, digest }: Listed): StoredArtifact {
  return { id, name, bytes, sha256: /^sha256:([0-9a-f]{64})$/i.exec(digest ?? "")?.[1]?.toLowerCase() };
}

function latestOfEachName(artifacts: readonly StoredArtifact[]): readonly StoredArtifact[] {
  const latest = new Map<string, StoredArtifact>();
  for (const artifact of artifacts) {
    const earlier = latest.get(artifact.name);
    if (earlier === undefined || earlier.id < artifact.id) latest.set(artifact.name, artifact);
  }
  return [...latest.values()].sort((first, second) => (first.name < second.name ? -1 : 1));
}

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
      `The artifact ${name} has ${formatBytes(artifact.bytes)}: too much to read. Divide the run into shards with the action plan.`,
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
