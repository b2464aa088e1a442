import { type GitHubApi, statusOf } from "./api.ts";

export interface CommentRequest {
  /** Number of the pull request. */
  readonly issue: number;
  /** Which comment: letters, digits, dots, underscores and single hyphens. */
  readonly key: string;
  /** Which run of the workflow writes: of two, the later one's text stays. */
  readonly run: RunNumber;
  /** Without the mark. */
  readonly text: string;
  /** Whether a comment is made where there is none yet. */
  readonly create: boolean;
}

/** A run of a workflow, and which attempt of it. */
export interface RunNumber {
  readonly id: number;
  readonly attempt: number;
}

export type CommentOutcome =
  | { readonly kind: "written" | "superseded"; readonly url: string }
  /** There was none, and none was to be made. */
  | { readonly kind: "none" };

interface OwnComment {
  readonly id: number;
  readonly url: string;
  readonly body: string;
  readonly run: RunNumber;
}

/** What others write at the same time is looked at again this often. */
const rounds = 6;

/**
 * Sees to it that a pull request has one comment of this key by this author, with this text. It is looked at again after each write: where
 * another step has made one at the same time, the oldest stays and ours goes; where a later run has written, its text stays.
 *
 * @throws RequestError where GitHub refuses.
 */
export async function writeComment(github: GitHubApi, request: CommentRequest): Promise<CommentOutcome> {
  const body = commentBody(request);
  const author = await whoAmI(github);
  let isWritten = false;
  for (let round = 0; round < rounds; round += 1) {
    const own = await listOwn(github, request, author);
    const [oldest, ...duplicates] = own;
    if (oldest === undefined) {
      if (!request.create && !isWritten) return { kind: "none" };
      await create(github, request.issue, body);
      isWritten = true;
      continue;
    }
    const later = own.find(({ run }) => compareRuns(run, request.run) > 0);
    // Whoever made it finds the oldest on looking again.
    if (later !== undefined) return { kind: "superseded", url: later.url };
    for (const { id } of duplicates) await remove(github, id);
    const isOurs = oldest.body === body || (isWritten && compareRuns(oldest.run, request.run) === 0);
    if (isOurs && duplicates.length === 0) return { kind: "written", url: oldest.url };
    if (oldest.body !== body) isWritten = (await update(github, oldest.id, body)) || isWritten;
  }
  const [left] = await listOwn(github, request, author);
  return left === undefined ? { kind: "none" } : { kind: "written", url: left.url };
}

/** The text with the mark that the comment is found by, which nobody sees. */
export function commentBody({ key, run, text }: Pick<CommentRequest, "key" | "run" | "text">): string {
  return `${markOf(key)} run ${run.id}.${run.attempt} -->\n${text}`;
}

function markOf(key: string): string {
  return `<!-- analytics-engines review ${key}`;
}

/** The comments of this key by this author, the oldest first. Others may hold the mark, too: they are not ours to touch. */
async function listOwn(
  { octokit, repository }: GitHubApi,
  { issue, key }: CommentRequest,
  author: string,
): Promise<readonly OwnComment[]> {
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

/** The login that comments of this token have. The token of a workflow may not ask `GET /user`. */
async function whoAmI({ octokit }: GitHubApi): Promise<string> {
  const { viewer } = await octokit.graphql<{ viewer: { login: string } }>("query { viewer { login } }");
  return viewer.login;
}

async function create({ octokit, repository }: GitHubApi, issue: number, body: string): Promise<void> {
  await octokit.rest.issues.createComment({ ...repository, issue_number: issue, body });
}

/** False where somebody has removed it meanwhile. */
async function update({ octokit, repository }: GitHubApi, id: number, body: string): Promise<boolean> {
  return unlessGone(octokit.rest.issues.updateComment({ ...repository, comment_id: id, body }));
}

async function remove({ octokit, repository }: GitHubApi, id: number): Promise<boolean> {
  return unlessGone(octokit.rest.issues.deleteComment({ ...repository, comment_id: id }));
}

async function unlessGone(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (statusOf(error) === 404) return false;
    throw error;
  }
}
