import { nodeFetch } from "@analytics-engines/core/node";
import { Octokit } from "@octokit/core";
import { paginateRest } from "@octokit/plugin-paginate-rest";
import { retry } from "@octokit/plugin-retry";
import { tool } from "../tool.ts";
import type { Env } from "./inputs.ts";
import { shorten, visible } from "./plain.ts";
import { Problem } from "./problem.ts";

const Client = Octokit.plugin(paginateRest, retry);

/** GitHub's API, for the repository of the workflow. */
export interface GitHubApi {
  readonly octokit: InstanceType<typeof Client>;
  readonly repository: { readonly owner: string; readonly repo: string };
}

/** Sends nothing yet. What fails for the moment (5xx) is asked again, three times. */
export function openGitHub(token: string, env: Env): GitHubApi {
  const [owner, repo] = (env["GITHUB_REPOSITORY"] ?? "").split("/");
  if (!owner || !repo)
    throw new Problem("The runner does not say which repository this is: GITHUB_REPOSITORY is not set.");
  const octokit = new Client({
    auth: token,
    baseUrl: env["GITHUB_API_URL"] || "https://api.github.com",
    userAgent: tool,
    request: { fetch: nodeFetch(env) },
    // What it would warn of is told in the step's own words.
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  return { octokit, repository: { owner, repo } };
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
