import { starPattern } from "@analytics-engines/core/basics";
import type { GitHubApi } from "./api.ts";

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
/** The most pages of artifacts that are searched for a baseline, the newest first. */
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
export async function findBaselineArtifacts(
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
  return [...latest.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
