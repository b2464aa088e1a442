import { property } from "@analytics-engines/core/basics";
import type { Git } from "@analytics-engines/runs/run";
import { type GitHubApi, loadToolkit, type RunNumber, refusal } from "../github/api.ts";
import type { StepWith } from "../github/step.ts";
import type { ReviewInputs } from "./inputs.ts";

/** The step of a review. */
export interface ReviewContext extends StepWith<ReviewInputs> {
  readonly event: TriggerEvent;
  readonly git: Git;
  /** `undefined` without a token: then no input needs one. */
  readonly github: GitHubApi | undefined;
  /** A folder for downloads. It is removed when the step ends. */
  readonly temporary: string;
}

/** The pull request that is reviewed. */
export interface PullRequest {
  readonly number: number;
  /** What is checked out for a pull request is not this commit, but a merge that GitHub made of it. */
  readonly headSha: string;
  readonly baseRef: string;
  readonly baseSha: string | undefined;
}

/** The event that started the workflow. */
interface TriggerEvent {
  /** This run of the workflow. */
  readonly run: RunNumber;
  readonly pullRequest: PullRequest | undefined;
  /** For an event `workflow_run`: the run that ended, with its head, which leads to its pull request. */
  readonly workflowRun: WorkflowRun | undefined;
  readonly defaultBranch: string | undefined;
}

interface WorkflowRun {
  readonly id: number;
  readonly headSha: string;
  readonly headBranch: string;
  /** The owner of the repository of the head: for a pull request from a fork, the owner of the fork. */
  readonly headOwner: string;
}

/** Reads the event of the workflow. Every field of another kind of event is `undefined`. */
export async function readEvent(): Promise<TriggerEvent> {
  const { context } = await loadToolkit();
  const event: unknown = context.payload;
  const pull = property(event, "pull_request");
  const run = property(event, "workflow_run");
  return {
    run: { id: context.runId || 0, attempt: context.runAttempt || 1 },
    pullRequest: pull === undefined ? undefined : readPullRequest(pull),
    workflowRun: run === undefined ? undefined : readWorkflowRun(run),
    defaultBranch: text(property(property(event, "repository"), "default_branch")),
  };
}

function readPullRequest(value: unknown): PullRequest | undefined {
  const number = property(value, "number");
  const [head, base] = [property(value, "head"), property(value, "base")];
  const [headSha, baseRef] = [text(property(head, "sha")), text(property(base, "ref"))];
  if (typeof number !== "number" || headSha === undefined || baseRef === undefined) return undefined;
  return { number, headSha, baseRef, baseSha: text(property(base, "sha")) };
}

function readWorkflowRun(value: unknown): WorkflowRun | undefined {
  const id = property(value, "id");
  const [headSha, headBranch] = [text(property(value, "head_sha")), text(property(value, "head_branch"))];
  const headOwner = text(property(property(property(value, "head_repository"), "owner"), "login"));
  if (typeof id !== "number" || headSha === undefined || headBranch === undefined || headOwner === undefined)
    return undefined;
  return { id, headSha, headBranch, headOwner };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/**
 * Finds the pull request that the workflow runs for. For a workflow on `workflow_run`, it is the open pull request with the head of the
 * triggering run. The step asks GitHub for it, since it does not trust the files of that run.
 */
export async function findPullRequest({ event, github }: ReviewContext): Promise<PullRequest | undefined> {
  const { pullRequest, workflowRun } = event;
  if (pullRequest !== undefined || workflowRun === undefined || github === undefined) return pullRequest;
  const { octokit, repository } = github;
  const { headOwner, headBranch, headSha } = workflowRun;
  try {
    const { data } = await octokit.rest.pulls.list({
      ...repository,
      state: "open",
      head: `${headOwner}:${headBranch}`,
      per_page: 100,
    });
    const match = data.find(({ head }) => head.sha === headSha);
    return match && { number: match.number, headSha, baseRef: match.base.ref, baseSha: match.base.sha };
  } catch (error) {
    throw refusal(error, "The pull request of the run could not be looked up", "pull-requests: read");
  }
}
