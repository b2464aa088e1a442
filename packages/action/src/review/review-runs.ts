import "../github/require.ts";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openGit } from "../git/git.ts";
import { openGitHub } from "../github/api.ts";
import { count } from "../github/format.ts";
import { Problem } from "../github/problem.ts";
import type { Review } from "./assess.ts";
import { findCommits } from "./commits.ts";
import type { ReviewContext } from "./context.ts";
import { readEvent } from "./event.ts";
import { compareRuns } from "./numbers/compare-runs.ts";
import { nameReferences } from "./parameters/name-references.ts";
import { readParameterChanges } from "./parameters/read-changes.ts";
import { findPullRequest } from "./pull-request.ts";
import { report } from "./report.ts";
import { findBaseline } from "./runs/find-baseline.ts";
import { findRuns } from "./runs/find-runs.ts";
import { mergeRuns } from "./runs/merge.ts";
import { readTolerances } from "./tolerances.ts";

/** Reviews a run, or that nothing was run: what changed in the parameters, what in the numbers. Returns the exit code. */
export async function reviewRuns(step: Omit<ReviewContext, "event" | "git" | "github" | "temporary">): Promise<number> {
  const { inputs, env } = step;
  checkOutputFolder(inputs.outputFolder);
  const temporary = mkdtempSync(path.join(env["RUNNER_TEMP"] || tmpdir(), "review-"));
  const context: ReviewContext = {
    ...step,
    temporary,
    event: await readEvent(),
    git: await openGit(inputs.workingDirectory, env),
    github: inputs.token === undefined ? undefined : await openGitHub(inputs.token, env),
  };
  try {
    const pullRequest = await findPullRequest(context);
    const review = await gather(context, pullRequest);
    return await report(context, review, pullRequest);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

async function gather(
  context: ReviewContext,
  pullRequest: Awaited<ReturnType<typeof findPullRequest>>,
): Promise<Review> {
  const { inputs, event, git, log } = context;
  const baseRef = inputs.baseRef ?? pullRequest?.baseRef ?? event.defaultBranch;
  if (baseRef === undefined)
    throw new Problem("Input base-ref is required here: nothing says which branch the head is to be compared with.");
  const commits = await findCommits(git, { baseRef, pullRequest });
  // A mistake in it is told before anything is downloaded.
  const tolerances = inputs.tolerances === undefined ? [] : await readTolerances(git, commits.base, inputs.tolerances);
  const run = inputs.runs.length === 0 ? undefined : await mergeRuns(await findRuns(context), inputs.outputFolder);
  const files = run?.manifest.files ?? [];
  const folder = run?.folder ?? inputs.outputFolder;
  // The branch alone: artifacts know it by no other name.
  const branch = baseRef.replace(/^(?:refs\/(?:heads|remotes\/origin)|origin)\//, "");
  const baseline = await findBaseline(context, commits, branch);
  const families = new Map([...(baseline.run?.manifest.files ?? []), ...files].map((file) => [file.path, file.family]));
  const changes = await readParameterChanges(git, commits, families);
  log.line(`${count(changes.length, "parameter file")} changed from ${commits.mergeBase} to ${commits.head}`);
  const parameters = await nameReferences(changes, inputs.connection, context);
  const missingReason = baseline.run === undefined ? baseline.why : "";
  const numbers = await compareRuns({ files, folder, baseline: baseline.run, missingReason, tolerances, parameters });
  return { run, baseline, numbers, parameters };
}

function checkOutputFolder(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Problem(`The folder ${folder} is not empty. Set output-dir to another.`);
}
