import { shorten, visible } from "@analytics-engines/core/text";
import { nodeFetch } from "@analytics-engines/runs";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import { tool } from "../tool.ts";
import type { Env } from "./inputs.ts";
import { Problem } from "./problem.ts";
import { loadToolkit } from "./toolkit.ts";

type Toolkit = Awaited<ReturnType<typeof loadToolkit>>;

/** GitHub's API, for the repository of the workflow. */
export interface GitHubApi {
  readonly octokit: ReturnType<Toolkit["getOctokit"]>;
  readonly repository: Toolkit["context"]["repo"];
}

/** How long a step waits where GitHub says that it asks too often, seconds, and how often. */
const longestWait = 30;
const mostWaits = 2;

/** Sends nothing yet. What fails for the moment (5xx) is asked again, three times. */
export async function openGitHub(token: string, env: Env): Promise<GitHubApi> {
  const { context, getOctokit } = await loadToolkit();
  const waits = (seconds: number, _request: object, _octokit: object, waited: number) =>
    seconds <= longestWait && waited < mostWaits;
  const octokit = getOctokit(
    token,
    {
      userAgent: tool,
      request: { fetch: nodeFetch(env) },
      // What it would warn of is told in the step's own words.
      log: { debug() {}, info() {}, warn() {}, error() {} },
      throttle: { onRateLimit: waits, onSecondaryRateLimit: waits },
    },
    retry,
    throttling,
  );
  return { octokit, repository: context.repo };
}

/** What GitHub refused, as far as a reader can do something about it. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : undefined;
}

/** GitHub refuses with 403 also those who ask too often. */
export function isRateLimit(error: Error): boolean {
  return /rate limit/i.test(error.message);
}

/** The problem of a refused call: what could not be done, and the permission that it takes. Other errors are returned as they are. */
export function refusal(error: unknown, what: string, permission: string): unknown {
  const status = statusOf(error);
  if (status === undefined || !(error instanceof Error)) return error;
  const says = `GitHub says ${status}: ${shorten(visible(error.message).replace(/\.+$/, ""), 300)}`;
  const missing = [401, 403, 404].includes(status) && !isRateLimit(error);
  return new Problem(`${what}. ${says}.${missing ? ` It takes the permission \`${permission}\`.` : ""}`);
}
