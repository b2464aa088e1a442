import { type GitHubApi, statusOf } from "./api.ts";

export interface CommentRequest {
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

export type CommentOutcome =
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
    .sort((a, b) => a.id - b.id);
}

function readMark(body: string, key: string): RunNumber | undefined {
  const mark = markOf(key);
  if (!body.startsWith(`${mark} `)) return undefined;
  const [, id, attempt] = /^ run (\d+)\.(\d+) -->/.exec(body.slice(mark.length)) ?? [];
  return id === undefined || attempt === undefined ? undefined : { id: Number(id), attempt: Number(attempt) };
}

function compareRuns(one: RunNumber, other: RunNumber): number {
  return one.id - other.id || one.attempt - other.attempt;
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
