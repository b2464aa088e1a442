import type * as toolkit from "@actions/github";
import { messageOf, shorten, visible } from "@analytics-engines/core/basics";
import { UserError } from "@analytics-engines/runs/progress";
import { nodeFetch } from "@analytics-engines/runs/run";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import { type Env, USER_AGENT } from "./step.ts";

/** Loads the toolkit's context of the workflow and its client of GitHub's API, which reads the event of the workflow. */
export async function loadToolkit(): Promise<typeof toolkit> {
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

interface CommentRequest {
  /** Number of the pull request. */
  readonly issue: number;
  /** Identifies the comment: letters, digits, dots, underscores and single hyphens. */
  readonly key: string;
  /** The run of the workflow that writes the comment. The text of the later run is kept. */
  readonly run: RunNumber;
  /** The text without the hidden mark. */
  readonly text: string;
  /** Whether to create a comment if there is none yet. */
  readonly create: boolean;
}

/** A run of a workflow, and which attempt of it. */
export interface RunNumber {
  readonly id: number;
  readonly attempt: number;
}

type CommentOutcome =
  | { readonly kind: "written" | "superseded"; readonly url: string }
  /** There was no comment, and the request does not create one. */
  | { readonly kind: "none" };

/** The most checks for comments that other steps write at the same time. */
const MAX_ROUNDS = 6;

/**
 * Writes the one comment of this key and author on a pull request (a sticky comment). The comments are read again after each write: if another step created
 * one at the same time, the oldest is kept and ours is removed; if a later run has written, its text is kept.
 *
 * @throws RequestError if GitHub refuses
 */
export async function writeComment(github: GitHubApi, request: CommentRequest): Promise<CommentOutcome> {
  const { octokit, repository } = github;
  const body = commentBody(request);
  const author = await whoAmI(github);
  let isWritten = false;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const comments = await listOwn(github, request, author);
    const [oldest, ...duplicates] = comments;
    if (oldest === undefined) {
      if (!request.create && !isWritten) return { kind: "none" };
      await octokit.rest.issues.createComment({ ...repository, issue_number: request.issue, body });
      isWritten = true;
      continue;
    }
    const later = comments.find(({ run }) => compareRuns(run, request.run) > 0);
    // The step that made a duplicate finds the oldest when it reads the comments again.
    if (later !== undefined) return { kind: "superseded", url: later.url };
    for (const { id } of duplicates)
      await unlessGone(octokit.rest.issues.deleteComment({ ...repository, comment_id: id }));
    const isOurs = oldest.body === body || (isWritten && compareRuns(oldest.run, request.run) === 0);
    if (isOurs && duplicates.length === 0) return { kind: "written", url: oldest.url };
    if (oldest.body === body) continue;
    const update = octokit.rest.issues.updateComment({ ...repository, comment_id: oldest.id, body });
    isWritten = (await unlessGone(update)) || isWritten;
  }
  const [comment] = await listOwn(github, request, author);
  return comment === undefined ? { kind: "none" } : { kind: "written", url: comment.url };
}

/** The text with the hidden mark that identifies the comment. */
export function commentBody({ key, run, text }: Pick<CommentRequest, "key" | "run" | "text">): string {
  return `${markOf(key)} run ${run.id}.${run.attempt} -->\n${text}`;
}

function markOf(key: string): string {
  return `<!-- analytics-engines review ${key}`;
}

/** The comments of this key and author, the oldest first. Comments of others with the mark are left unchanged. */
async function listOwn({ octokit, repository }: GitHubApi, { issue, key }: CommentRequest, author: string) {
  const all = await octokit.paginate(octokit.rest.issues.listComments, {
    ...repository,
    issue_number: issue,
    per_page: 100,
  });
  return all
    .flatMap(({ id, html_url: url, body = "", user }) => {
      const run = user?.login === author ? readMark(body, key) : undefined;
      return run === undefined ? [] : [{ id, url, body, run }];
    })
    .sort((first, second) => first.id - second.id);
}

function readMark(body: string, key: string): RunNumber | undefined {
  const mark = markOf(key);
  if (!body.startsWith(`${mark} `)) return undefined;
  const [, id, attempt] = /^ run (\d+)\.(\d+) -->/.exec(body.slice(mark.length)) ?? [];
  return id === undefined || attempt === undefined ? undefined : { id: Number(id), attempt: Number(attempt) };
}

function compareRuns(first: RunNumber, second: RunNumber): number {
  return first.id - second.id || first.attempt - second.attempt;
}

/** The login of the author of comments with this token. The token of a workflow cannot use `GET /user`. */
async function whoAmI({ octokit }: GitHubApi): Promise<string> {
  const { viewer } = await octokit.graphql<{ viewer: { login: string } }>("query { viewer { login } }");
  return viewer.login;
}

/** Returns false if the comment has been removed meanwhile. */
async function unlessGone(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (statusOf(error) === 404) return false;
    throw error;
  }
}
