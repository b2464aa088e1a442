import { count, escapeMarkdown, shorten } from "@analytics-engines/core/basics";
import { firstFitting } from "../../host/fit.ts";
import { code } from "../../host/markdown.ts";
import type { Assessment, Review } from "../assess.ts";
import { fill } from "./budget.ts";
import { reviewHeadline } from "./headline.ts";
import { allSections } from "./sections.ts";
import { shortParts } from "./short.ts";

/** Addresses with more details. The host itself makes all of them. */
export interface ReviewLinks {
  /** The page that shows base and head side by side. */
  readonly report: string | undefined;
  /** The run of the workflow that the baseline is from. */
  readonly baseline: string | undefined;
}

/**
 * The review as Markdown, never longer than `limit` bytes. If not all of it fits, it has the failed units, the largest moves, counts per
 * file and as much of the rest as fits.
 */
export function renderReview(review: Review, assessment: Assessment, links: ReviewLinks, limit: number): string {
  const head = renderHead(review, assessment, links);
  const elsewhere = links.report === undefined ? "The job summary has more" : "The linked page has the rest";
  const note = `\nNot everything fits here. ${elsewhere}.\n`;
  const room = limit - Buffer.byteLength(note);
  return firstFitting(
    [
      () => [head, ...allSections(review, assessment)].join("\n"),
      () => `${fill([() => head, ...shortParts(review, assessment)], room)}${note}`,
    ],
    limit,
  );
}

function renderHead(review: Review, assessment: Assessment, links: ReviewLinks): string {
  const { run, numbers, parameters } = review;
  const counts = [
    [assessment.failedUnits.length, "failed"],
    [assessment.alteredUnits.length, "altered"],
    [assessment.movedUnits.length, "moved"],
    [assessment.otherDaysUnits.length, "computed for other days"],
    [assessment.appearedUnits.length, "new"],
    [assessment.notComparedUnits.length, "not compared"],
    [assessment.sameUnits.length, "the same"],
  ] as const;
  const facets = counts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  const facts = [
    run === undefined
      ? "nothing was run"
      : `${count(assessment.total, "unit")}${facets.length === 0 ? "" : `: ${facets.join(", ")}`}`,
    ...(assessment.vanishedUnits.length === 0 ? [] : [`${count(assessment.vanishedUnits.length, "unit")} gone`]),
    parameters.length === 0 ? "no parameter file changed" : `${count(parameters.length, "parameter file")} changed`,
    baselineText(review, links),
    ...(numbers.notRun.length === 0
      ? []
      : [`${count(numbers.notRun.length, "unit")} of the baseline not part of this run`]),
    ...(links.report === undefined ? [] : [`[base and head side by side](${links.report})`]),
  ];
  return `${reviewHeadline(review, assessment)}\n\n${facts.join(" · ")}\n`;
}

function baselineText({ baseline }: Review, links: ReviewLinks): string {
  if (baseline.run === undefined) return escapeMarkdown(`without a baseline: ${shorten(baseline.why, 300)}`);
  const { source } = baseline;
  const day = baseline.run.manifest.startedAt.slice(0, 10);
  if (source.kind === "folder") return `baseline ${code(shorten(source.folder, 200))} of ${escapeMarkdown(day)}`;
  const run = `run ${source.workflowRun}`;
  const linked = links.baseline === undefined ? run : `[${run}](${links.baseline})`;
  return `baseline ${linked} of ${code(shorten(source.branch, 200))}, ${escapeMarkdown(day)}`;
}
