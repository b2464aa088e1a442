import { answerText, isRateLimit, statusOf } from "../github/api.ts";
import { writeComment } from "../github/comment.ts";
import type { ReviewContext } from "./context.ts";
import type { PullRequest } from "./event.ts";

/**
 * Writes the comment of a review, if the inputs ask for one. If GitHub refuses it, a warning names the missing permission, because the text
 * is also in the job summary and in the output `body`. Returns the address of the comment.
 */
export async function comment(
  { inputs, event, log, github }: ReviewContext,
  {
    pullRequest,
    text,
    changed,
  }: { readonly pullRequest: PullRequest | undefined; readonly text: string; readonly changed: boolean },
): Promise<string | undefined> {
  if (inputs.comment === "never" || github === undefined) return undefined;
  if (pullRequest === undefined) {
    log.line("No comment: this workflow does not run for an open pull request.");
    return undefined;
  }
  try {
    const outcome = await writeComment(github, {
      issue: pullRequest.number,
      key: inputs.commentKey,
      run: event.run,
      text,
      create: inputs.comment === "always" || changed,
    });
    if (outcome.kind === "none") {
      log.line("No comment: nothing changed.");
      return undefined;
    }
    log.line(`${outcome.kind === "superseded" ? "A later run has written the comment" : "Comment"}: ${outcome.url}`);
    return outcome.url;
  } catch (error) {
    const status = statusOf(error);
    if (status === undefined || !(error instanceof Error)) throw error;
    log.annotate("warning", refusedComment(status, error));
    return undefined;
  }
}

function refusedComment(status: number, error: Error): string {
  const message = `The comment could not be written. ${answerText(status, error)}`;
  if ((status !== 403 && status !== 404) || isRateLimit(error)) return `${message} Run the job again later.`;
  return `${message} The token lacks the permission \`pull-requests: write\`, which a workflow for a pull request from a fork never has: write the output body in a workflow on workflow_run instead.`;
}
