import path from "node:path";
import { count } from "@analytics-engines/core/basics";
import { replaceFile } from "@analytics-engines/runs/files";
import {
  assess,
  failsReview,
  findingText,
  type Review,
  type ReviewLinks,
  renderReview,
  reviewHeadline,
} from "@analytics-engines/runs/review";
import { commentBody } from "../github/comment.ts";
import { artifactsLink, repositoryLink } from "../github/links.ts";
import { MAX_SUMMARY_BYTES, writeSummary } from "../github/summary.ts";
import { annotateFile, MAX_ANNOTATIONS, pathInRepository } from "../workspace/annotate.ts";
import { comment } from "./comment.ts";
import type { ReviewContext } from "./context.ts";
import type { PullRequest } from "./event.ts";
import { storeReview } from "./store.ts";
import { writePage } from "./write-page.ts";

/** The longest comment that GitHub accepts, characters. Counting bytes is on the safe side. */
const MAX_COMMENT = 65_536;

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
  const { baseline } = review;
  const links: ReviewLinks = {
    report: undefined,
    baseline:
      baseline.run !== undefined && baseline.source.kind === "artifact"
        ? repositoryLink(env, `actions/runs/${baseline.source.workflowRun}`)
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
  const room = MAX_COMMENT - Buffer.byteLength(commentBody({ ...mark, text: "" }));
  const text = renderReview(review, assessment, linked, room);
  outputs.set({ body: commentBody({ ...mark, text }) });
  await writeSummary((limit) => renderReview(review, assessment, linked, limit));
  const url = await comment(context, { pullRequest, text, changed: assessment.hasChanges });
  if (url !== undefined) outputs.set({ "comment-url": url });

  const line = reviewHeadline(review, assessment).replace(/^## \S+ /, "");
  log.line(line);
  annotateEscapes(context, review);
  const fails = failsReview(assessment, inputs.failOn);
  if (fails) log.annotate("error", `${line}. The job summary has the details.`);
  else if (assessment.notComparedUnits.length > 0 && inputs.baseline !== undefined)
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
