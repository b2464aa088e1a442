import type { RunNumber } from "../github/comment.ts";
import { loadToolkit } from "../github/toolkit.ts";

/** The pull request that a review is of. */
export interface PullRequest {
  readonly number: number;
  readonly headSha: string;
  readonly baseRef: string;
  readonly baseSha: string | undefined;
}

/** What made the workflow run. */
export interface TriggerEvent {
  /** The run of the workflow that it made. */
  readonly run: RunNumber;
  readonly pullRequest: PullRequest | undefined;
  /** Of an event `workflow_run`: the run that ended, and where its head is, by which its pull request is found. */
  readonly workflowRun: WorkflowRun | undefined;
  readonly defaultBranch: string | undefined;
}

export interface WorkflowRun {
  readonly id: number;
  readonly headSha: string;
  readonly headBranch: string;
  /** Who owns the repository that the head is of: of a pull request from a fork, the fork's owner. */
  readonly headOwner: string;
}

/** Reads what the runner says of the event. Without one, or where it is of another kind, nothing is known of it. */
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

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
