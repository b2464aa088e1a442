import path from "node:path";
import { replaceFile } from "@analytics-engines/runs";
import { commentBody } from "../github/comment.ts";
import { count } from "../github/format.ts";
import { summaryLimit, writeSummary } from "../github/summary.ts";
import { assess, type Review } from "./assess.ts";
import { comment } from "./comment.ts";
import type { ReviewContext } from "./context.ts";
import type { PullRequest } from "./event.ts";
import { artifactLink, baselineLink } from "./links.ts";
import { type Links, renderReview } from "./render/body.ts";
import { headline } from "./render/headline.ts";
import { storeReview } from "./store.ts";
import { failsStep } from "./verdict.ts";
import { writePage } from "./write-page.ts";

/** GitHub takes no longer comment, characters. As bytes it is on the safe side. */
const commentLimit = 65_536;

/** Tells what a review found: the page, artifacts, the comment, the summary, outputs. Returns the exit code. */
export async function report(
  context: ReviewContext,
  review: Review,
  pullRequest: PullRequest | undefined,
): Promise<number> {
  const { inputs, env, log, outputs } = context;
  const found = assess(review);
  const { run } = review;
  const status = run?.manifest.status ?? "success";
  outputs.set({
    status: found.broken && status === "success" ? "failure" : status,
    changed: `${found.changed}`,
    "moved-count": `${found.moved.length}`,
    "failed-count": `${found.failed.length + found.altered.length}`,
    "missing-shards": JSON.stringify((run?.missing ?? []).map(({ index }) => index)),
    ...(run !== undefined && { "run-path": run.folder, "manifest-path": path.join(run.folder, "manifest.json") }),
  });
  const page = await writePage(context, review, found);
  if (page !== undefined) outputs.set({ "report-path": page });
  const links: Links = { report: undefined, baseline: baselineLink(env, review) };
  await replaceFile(inputs.outputFolder, "summary.md", [renderReview(review, found, links, summaryLimit)]);
  const stored = await storeReview(context, page);
  const linked = { ...links, report: run === undefined ? undefined : artifactLink(env, stored) };

  const mark = { key: inputs.commentKey, run: context.event.run };
  const room = commentLimit - Buffer.byteLength(commentBody({ ...mark, text: "" }));
  const text = renderReview(review, found, linked, room);
  outputs.set({ body: commentBody({ ...mark, text }) });
  await writeSummary((limit) => renderReview(review, found, linked, limit));
  const url = await comment(context, { pullRequest, text, changed: found.changed });
  if (url !== undefined) outputs.set({ "comment-url": url });

  const line = headline(review, found).replace(/^## \S+ /, "");
  log.line(line);
  const fails = failsStep(found, inputs.failOn);
  if (fails) log.annotate("error", `${line}. The job summary says more.`);
  else if (found.notCompared.length > 0 && inputs.baseline !== undefined)
    log.annotate(
      "warning",
      `${count(found.notCompared.length, "unit")} could not be compared. The job summary says why.`,
    );
  return fails ? 1 : 0;
}
