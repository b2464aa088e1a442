import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { count } from "@analytics-engines/core/basics";
import { hasEntries, removeTemporary } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/progress";
import {
  findCommits,
  mergeRuns,
  type Review,
  readBaseChecks,
  readBaseSettings,
  reviewChange,
} from "@analytics-engines/runs/review";
import { openGit } from "@analytics-engines/runs/run";
import { connect } from "../connection/connect.ts";
import { maskCredentials } from "../connection/inputs.ts";
import { openGitHub } from "../github/api.ts";
import { runStep } from "../github/step.ts";
import { findPullRequest, type ReviewContext, readEvent } from "./context.ts";
import { findEarlier, findRuns } from "./find-runs.ts";
import { readReviewInputs } from "./inputs.ts";
import { reportReview } from "./report.ts";

/** Reviews a change: its parameters and, if it was run, its numbers. Returns the exit code. */
async function reviewRuns(step: Omit<ReviewContext, "event" | "git" | "github" | "temporary">): Promise<number> {
  const { inputs, env } = step;
  checkOutputFolder(inputs.outputFolder);
  using git = await openGit(inputs.workingDirectory, env);
  const temporary = mkdtempSync(path.join(env["RUNNER_TEMP"] || tmpdir(), "review-"));
  const context: ReviewContext = {
    ...step,
    temporary,
    event: await readEvent(),
    git,
    github: inputs.token === undefined ? undefined : await openGitHub(inputs.token, env),
  };
  try {
    const pullRequest = await findPullRequest(context);
    const review = await gather(context, pullRequest);
    return await reportReview(context, review, pullRequest);
  } finally {
    await removeTemporary(temporary);
  }
}

async function gather(
  context: ReviewContext,
  pullRequest: Awaited<ReturnType<typeof findPullRequest>>,
): Promise<Review> {
  const { inputs, event, git, env, log } = context;
  const baseRef = inputs.baseRef ?? pullRequest?.baseRef ?? event.defaultBranch;
  if (baseRef === undefined)
    throw new UserError("Input base-ref is required here: the event names no branch to compare the head with.");
  const commits = await findCommits(git, {
    base: baseRef,
    otherBase: pullRequest?.baseSha,
    head: pullRequest?.headSha ?? "HEAD",
    ...(pullRequest && {
      advice: `Fetch refs/pull/${pullRequest.number}/head, which this workflow does not check out`,
    }),
  });
  // They are read before anything is downloaded, so that a mistake is reported at once.
  const settings = await readBaseSettings(git, commits.base, inputs);
  const rules = settings.checks.length === 0 ? undefined : await readBaseChecks(git, commits, settings.checks);
  const run = inputs.runs.length === 0 ? undefined : await mergeRuns(await findRuns(context), inputs.outputFolder);
  // The bare name of the branch, as artifacts have it.
  const branch = baseRef.replace(/^(?:refs\/(?:heads|remotes\/origin)|origin)\//, "");
  const earlier = await findEarlier(context, commits, branch);
  const { connection } = inputs;
  if (connection !== undefined) maskCredentials(log, connection.credentials);
  const review = await reviewChange(
    git,
    { commits, settings, rules, run, earlier },
    connection && (() => connect(connection, env, log)),
    (sentence) => log.annotate("warning", sentence),
  );
  log.line(`${count(review.parameters.length, "parameter file")} changed from ${commits.mergeBase} to ${commits.head}`);
  return review;
}

function checkOutputFolder(folder: string): void {
  if (hasEntries(folder)) throw new UserError(`The folder ${folder} is not empty. Set output-dir to another.`);
}

// The runner starts this file.
await runStep(
  async (step) => {
    const inputs = readReviewInputs(step.env);
    return reviewRuns({ ...step, inputs });
  },
  // The status if the step fails.
  () => ({ status: "unknown" }),
);
