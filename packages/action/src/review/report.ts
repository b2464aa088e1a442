import path from "node:path";
import { count, messageOf } from "@analytics-engines/core/basics";
import { listInside } from "@analytics-engines/runs";
import { makeFolders, replaceFile } from "@analytics-engines/runs/files";
import { formatBytes, UserError } from "@analytics-engines/runs/progress";
import {
  type Assessment,
  assess,
  failsReview,
  findingText,
  type Review,
  type ReviewLinks,
  renderReview,
  reviewHeadline,
} from "@analytics-engines/runs/review";
import { writeReviewPage } from "@analytics-engines/viewer/report";
import { answerText, commentBody, isRateLimit, statusOf, writeComment } from "../github/api.ts";
import { artifactName, missingArtifactStore, type UploadedArtifact, uploadArtifacts } from "../github/artifacts.ts";
import { artifactsLink, MAX_SUMMARY_BYTES, repositoryLink, writeSummary } from "../github/step.ts";
import { annotateFile, MAX_ANNOTATIONS, pathInRepository } from "../workspace/annotate.ts";
import type { PullRequest, ReviewContext } from "./context.ts";

/** The longest comment, bytes. People read it in a conversation; the page and the job summary have the rest. GitHub accepts 65,536 characters. */
const MAX_COMMENT = 6_000;

/** Reports a review: the page, artifacts, the comment, the summary, outputs. Returns the exit code. */
export async function reportReview(
  context: ReviewContext,
  review: Review,
  pullRequest: PullRequest | undefined,
): Promise<number> {
  const { inputs, env, log, outputs } = context;
  const assessment = assess(review);
  const { run } = review;
  const status = run?.manifest.status ?? "success";
  outputs.set({
    status: assessment.isBroken && status === "success" ? "failure" : status,
    changed: `${assessment.hasChanges}`,
    "moved-count": `${assessment.movedUnits.length}`,
    "failed-count": `${assessment.failedUnits.length + assessment.alteredUnits.length}`,
    "missing-shards": JSON.stringify((run?.missing ?? []).map(({ index }) => index)),
    ...(run !== undefined && { "run-path": run.folder, "manifest-path": path.join(run.folder, "manifest.json") }),
  });
  const page = await writePage(context, review, assessment);
  if (page !== undefined) outputs.set({ "report-path": page });
  const { earlier } = review;
  const links: ReviewLinks = {
    report: undefined,
    earlier:
      earlier.run !== undefined && earlier.source.kind === "artifact"
        ? repositoryLink(env, `actions/runs/${earlier.source.workflowRun}`)
        : undefined,
  };
  await replaceFile(inputs.outputFolder, "summary.md", [renderReview(review, assessment, links, MAX_SUMMARY_BYTES)]);
  const stored = await storeReview(context, page);
  // The first artifact is the page.
  const [artifact] = stored;
  const artifacts = artifactsLink(env);
  const hasLink = run !== undefined && artifact !== undefined && artifacts !== undefined;
  const linked = { ...links, report: hasLink ? `${artifacts}${artifact.id}` : undefined };

  const mark = { key: inputs.commentKey, run: context.event.run };
  const textLimit = MAX_COMMENT - Buffer.byteLength(commentBody({ ...mark, text: "" }));
  const text = renderReview(review, assessment, linked, textLimit);
  outputs.set({ body: commentBody({ ...mark, text }) });
  await writeSummary((limit) => renderReview(review, assessment, linked, limit));
  const url = await comment(context, { pullRequest, text, changed: assessment.hasChanges });
  if (url !== undefined) outputs.set({ "comment-url": url });

  const line = reviewHeadline(review, assessment).replace(/^## \S+ /, "");
  log.line(line);
  annotateEscapes(context, review);
  const fails = failsReview(assessment, inputs.failOn);
  if (fails) log.annotate("error", `${line}. The job summary has the details.`);
  else if (assessment.notComparedUnits.length > 0 && inputs.earlier !== undefined)
    log.annotate(
      "warning",
      `${count(assessment.notComparedUnits.length, "unit")} could not be compared. The job summary says why.`,
    );
  return fails ? 1 : 0;
}

/** Annotates the rules of the base that judge nothing now, at their lines. The numbers that fail have their annotations from the run. */
function annotateEscapes({ inputs, env, log }: ReviewContext, { checks }: Review): void {
  const repository = { workingDirectory: inputs.workingDirectory, workspace: env["GITHUB_WORKSPACE"] };
  const escapes = (checks?.report.findings ?? []).filter(
    ({ status, path: unitPath }) => status === "failed" && unitPath === undefined,
  );
  for (const finding of escapes.slice(0, MAX_ANNOTATIONS)) {
    const place = { file: pathInRepository(repository, finding.file), line: finding.line };
    annotateFile(log, finding.severity, findingText(finding), { title: "Check without units", place });
  }
}

/**
 * Writes the comment of a review, if the inputs ask for one. If GitHub refuses it, a warning names the missing permission, because the text
 * is also in the job summary and in the output `body`. Returns the address of the comment.
 */
async function comment(
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

/** Stores the page and the merged run folder. A failure is a warning, so that the comment is still written. */
async function storeReview(
  { inputs, env, log }: ReviewContext,
  page: string | undefined,
): Promise<readonly UploadedArtifact[]> {
  const missing = inputs.artifactName === "none" ? "artifact-name is none" : missingArtifactStore(env);
  if (missing !== undefined) {
    log.line(`Nothing is stored as an artifact: ${missing}.`);
    return [];
  }
  const name = artifactName(inputs.artifactName);
  const uploaded: UploadedArtifact[] = [];
  try {
    const listed = (await listInside(inputs.outputFolder)).filter(({ isFile }) => isFile);
    const files = listed.map(({ file }) => path.join(inputs.outputFolder, file)).filter((file) => file !== page);
    const plans = [
      ...(page === undefined ? [] : [{ name: `${name}.html`, files: [page], unarchived: true } as const]),
      { name, files },
    ];
    await uploadArtifacts(plans, inputs.outputFolder, { onUploaded: (artifact) => uploaded.push(artifact) });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    log.annotate("warning", error.message);
  }
  return uploaded;
}

/** Writes the page that shows base and head side by side, unless nothing was run. A failure is only a warning. */
async function writePage(
  { inputs, log }: ReviewContext,
  review: Review,
  assessment: Assessment,
): Promise<string | undefined> {
  makeFolders(inputs.outputFolder);
  try {
    const page = await writeReviewPage(review, assessment, path.join(inputs.outputFolder, "report.html"));
    if (page !== undefined) log.line(`${page.file}: ${formatBytes(page.bytes)}`);
    return page?.file;
  } catch (error) {
    log.annotate("warning", `report.html could not be written: ${messageOf(error)}`);
    return undefined;
  }
}
