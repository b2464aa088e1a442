import { messageOf, shorten, visible } from "@analytics-engines/core/basics";
import { UserError } from "@analytics-engines/runs/host";
import { nodeFetch } from "@analytics-engines/runs/run";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import { USER_AGENT } from "../tool.ts";
import type { Env } from "./inputs.ts";

/** Loads the toolkit's context of the workflow and its client of GitHub's API, which reads the event of the workflow. */
export async function loadToolkit(): Promise<typeof import("@actions/github")> {
  try {
    return await import("@actions/github");
  } catch (error) {
    throw new UserError(
      `The event of the workflow could not be read: ${messageOf(error)}. Check the file that GITHUB_EVENT_PATH names.`,
    );
  }
}

type Toolkit = Awaited<ReturnType<typeof loadToolkit>>;

/** GitHub's API, for the repository of the workflow. */
export interface GitHubApi {
  readonly octokit: ReturnType<Toolkit["getOctokit"]>;
  readonly repository: Toolkit["context"]["repo"];
}

/** The longest wait at a rate limit of GitHub, seconds, and the most waits for one request. */
const MAX_WAIT_SECONDS = 30;
const MAX_WAITS = 2;

/** Opens GitHub's API. Sends nothing yet. Requests that fail with 5xx are sent again, three times. */
export async function openGitHub(token: string, env: Env): Promise<GitHubApi> {
  const { context, getOctokit } = await loadToolkit();
  const waits = (seconds: number, _request: object, _octokit: object, waited: number) =>
    seconds <= MAX_WAIT_SECONDS && waited < MAX_WAITS;
  const octokit = getOctokit(
    token,
    {
      userAgent: USER_AGENT,
      request: { fetch: nodeFetch(env) },
      // The step reports problems in its own words.
      log: { debug() {}, info() {}, warn() {}, error() {} },
      throttle: { onRateLimit: waits, onSecondaryRateLimit: waits },
    },
    retry,
    throttling,
  );
  return { octokit, repository: context.repo };
}

/** The status of an error of GitHub; `undefined` for any other error. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : undefined;
}

/** Whether GitHub refused a request because of its rate limit, which it also does with 403. */
export function isRateLimit(error: Error): boolean {
  return /rate limit/i.test(error.message);
}

/** What GitHub answered to a request that it refused, as a sentence. */
export function answerText(status: number, error: Error): string {
  return `GitHub answers ${status}: ${shorten(visible(error.message).replace(/\.+$/, ""), 300)}.`;
}

/** The error for a refused request: what failed, and the permission that it needs. Other errors are returned unchanged. */
export function refusal(error: unknown, what: string, permission: string): unknown {
  const status = statusOf(error);
  if (status === undefined || !(error instanceof Error)) return error;
  const missing = [401, 403, 404].includes(status) && !isRateLimit(error);
  const remedy = missing ? `Give the job the permission \`${permission}\`.` : "Run the job again later.";
  return new UserError(`${what}. ${answerText(status, error)} ${remedy}`);
}
