import path from "node:path";
import { hasEntries, makeFolders, replaceFile, wayFrom } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/progress";
import {
  type Assessment,
  assess,
  type EarlierRun,
  failsReview,
  findCommits,
  type MergedRun,
  mergeRuns,
  openComparedFolder,
  type Review,
  type ReviewFailOn,
  readBaseChecks,
  readBaseSettings,
  renderReview,
  reviewChange,
} from "@analytics-engines/runs/review";
import { type ConnectOptions, openGit } from "@analytics-engines/runs/run";
import { writeReviewPage } from "@analytics-engines/viewer/report";
import { connectCommand } from "../connection/connect.ts";
import { type ExitCode, note, printableJson, warn } from "../terminal/output.ts";
import { attemptPage } from "./report.ts";

export interface ReviewCommandOptions extends ConnectOptions {
  /** Run folders of the head: one, or those of its shards. */
  readonly run?: readonly string[];
  /** A run folder of the base. */
  readonly earlier?: string;
  /** A file of the base. */
  readonly tolerances?: string;
  /** Globs of checks files of the base. */
  readonly checks?: readonly string[];
  /** The folder that gets the page. */
  readonly output: string;
  readonly failOn: ReviewFailOn;
  readonly json?: true;
}

/** The longest Markdown, bytes: a comment of GitHub cannot be longer. */
const MAX_MARKDOWN = 65_536;

/** Reviews a change: prints it as Markdown, and writes a page with both runs side by side. */
export async function reviewCommand(base: string, head: string, options: ReviewCommandOptions): Promise<ExitCode> {
  const folder = process.cwd();
  const output = path.resolve(folder, options.output);
  if (hasEntries(output)) throw new UserError(`The folder ${options.output} is not empty. Name another with --output.`);
  const client = options.baseUrl === undefined ? undefined : (await connectCommand(options)).client;
  const earlier = await openEarlier(options.earlier);
  const runs = await Promise.all((options.run ?? []).map(openRun));
  using git = await openGit(folder, process.env);
  const commits = await findCommits(git, { base, head });
  const { checks = [] } = options;
  const tolerances = options.tolerances === undefined ? undefined : wayFrom(folder, options.tolerances);
  const settings = await readBaseSettings(git, commits.base, { tolerances, checks });
  const rules = settings.checks.length === 0 ? undefined : await readBaseChecks(git, commits, settings.checks);
  const run = runs.length === 0 ? undefined : await mergeRuns(runs, path.join(output, "run"));
  const review = await reviewChange(git, { commits, settings, rules, run, earlier }, client && (() => client), warn);
  const assessment = assess(review);
  const markdown = renderReview(review, assessment, { report: undefined, earlier: undefined }, MAX_MARKDOWN);
  makeFolders(output);
  await replaceFile(output, "summary.md", [markdown]);
  const page = await attemptPage(() => writeReviewPage(review, assessment, path.join(output, "report.html")));
  if (options.json === true)
    process.stdout.write(`${printableJson({ version: 1, ...outcomeOf(review, assessment), page })}\n`);
  else {
    process.stdout.write(markdown);
    if (page !== undefined) note(`Page: ${path.relative(folder, page)}`);
  }
  return failsReview(assessment, options.failOn) ? 1 : 0;
}

async function openRun(name: string) {
  const { folder, manifest } = await openComparedFolder(path.resolve(name));
  return { folder, manifest, name };
}

async function openEarlier(name: string | undefined): Promise<EarlierRun> {
  if (name === undefined) return { run: undefined, why: "no earlier run was named" };
  const { folder, manifest } = await openRun(name);
  const run: MergedRun = { folder, manifest, missing: [] };
  return { run, source: { kind: "folder", folder: name } };
}

/** What a program needs of a review: the commits, how many units have each outcome, and what the checks found. */
function outcomeOf({ run, commits, checks, numbers }: Review, assessment: Assessment) {
  return {
    ...commits,
    status: run?.manifest.status,
    changed: assessment.hasChanges,
    broken: assessment.isBroken,
    units: assessment.total,
    failed: assessment.failedUnits.length,
    altered: assessment.alteredUnits.length,
    moved: assessment.movedUnits.length,
    otherDays: assessment.otherDaysUnits.length,
    same: assessment.sameUnits.length,
    new: assessment.appearedUnits.length,
    gone: assessment.vanishedUnits.length,
    notCompared: assessment.notComparedUnits.length,
    unmatchedTolerances: numbers.unmatchedTolerances,
    missingShards: (run?.missing ?? []).map(({ index }) => index),
    checks: checks?.report,
  };
}
