import { count, escapeMarkdown, shorten } from "@analytics-engines/core/basics";
import type { MissingShard } from "../folder/manifest/manifest.ts";
import { code, rowsWithin } from "../progress/markdown.ts";
import type { Assessment, Review } from "./assess.ts";
import { reviewSections, type Section } from "./sections.ts";

/** Addresses with more details. The host itself makes all of them. */
export interface ReviewLinks {
  /** The page that shows base and head side by side. */
  readonly report: string | undefined;
  /** The run of the workflow that the earlier run is from. */
  readonly earlier: string | undefined;
}

/**
 * The review as Markdown, never longer than `limit` bytes. If not all of it fits, sections lose their last rows, the least important sections
 * first; the headline always stays.
 */
export function renderReview(review: Review, assessment: Assessment, links: ReviewLinks, limit: number): string {
  const head = renderHead(review, assessment, links);
  const sections = reviewSections(review, assessment, limit);
  const whole = sections.filter(({ isSummary }) => isSummary !== true).map((section) => section.write(section.rows));
  const text = [head, ...whole].join("\n");
  if (Buffer.byteLength(text) <= limit) return text;
  const continuation = links.report === undefined ? "The job summary has more" : "The linked page has the rest";
  const note = `\nNot everything fits here. ${continuation}.\n`;
  const cut = cutSections(sections, limit - Buffer.byteLength(`${head}${note}`));
  return rowsWithin([head, ...cut, note].join("\n").split("\n"), limit).join("\n");
}

/**
 * As much of each section as fits. The most important section gets room first. Each gets at most half of what is there, so that none leaves
 * nothing for the others; only what failed may take all.
 */
function cutSections(sections: readonly Section[], limit: number): readonly string[] {
  const texts = new Map<Section, string>();
  let remainingBytes = limit;
  for (const section of sections.toSorted((first, second) => first.priority - second.priority)) {
    const text = cutSection(section, section.priority === 0 ? remainingBytes : remainingBytes / 2);
    if (text === "") continue;
    texts.set(section, text);
    // A line feed joins it with the others.
    remainingBytes -= Buffer.byteLength(text) + 1;
  }
  return sections.flatMap((section) => texts.get(section) ?? []);
}

/** As many rows of a section as fit, with a count of the others; empty if none fits. */
function cutSection({ rows, write }: Section, limit: number): string {
  const writeFirst = (length: number) =>
    length === rows.length ? write(rows) : `${write(rows.slice(0, length))}\nAnd ${rows.length - length} more.\n`;
  let [most, least] = [rows.length, 0];
  while (least < most) {
    const length = Math.ceil((least + most) / 2);
    if (Buffer.byteLength(writeFirst(length)) < limit) least = length;
    else most = length - 1;
  }
  return least === 0 ? "" : writeFirst(least);
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
    earlierText(review, links),
    ...(numbers.notRun.length === 0
      ? []
      : [`${count(numbers.notRun.length, "unit")} of the earlier run not part of this run`]),
    ...(links.report === undefined ? [] : [`[base and head side by side](${links.report})`]),
  ];
  return `${reviewHeadline(review, assessment)}\n\n${facts.join(" · ")}\n`;
}

function earlierText({ earlier }: Review, links: ReviewLinks): string {
  if (earlier.run === undefined) return escapeMarkdown(`without an earlier run: ${shorten(earlier.why, 300)}`);
  const { source } = earlier;
  const day = earlier.run.manifest.startedAt.slice(0, 10);
  if (source.kind === "folder") return `earlier run ${code(shorten(source.folder, 200))} of ${escapeMarkdown(day)}`;
  const run = `run ${source.workflowRun}`;
  const linked = links.earlier === undefined ? run : `[${run}](${links.earlier})`;
  return `earlier ${linked} of ${code(shorten(source.branch, 200))}, ${escapeMarkdown(day)}`;
}

/** The outcome of a review, in one line. */
export function reviewHeadline({ run, parameters, checks }: Review, assessment: Assessment): string {
  const { failedUnits, alteredUnits, movedUnits, vanishedUnits } = assessment;
  const invalid = run === undefined ? parameters.filter(({ isInvalid }) => isInvalid) : [];
  const failedChecks = checks?.report.counts.errors ?? 0;
  const bad = [
    ...several(invalid, "parameter file", "with errors"),
    ...missingText(run?.missing ?? []),
    ...several(failedUnits, "unit", "failed"),
    ...several(alteredUnits, "result", "altered"),
    ...(failedChecks > 0 ? [`${count(failedChecks, "check")} failed`] : []),
    ...several(vanishedUnits, "unit", "gone"),
  ];
  if (run !== undefined && assessment.isBroken && bad.length === 0) bad.push(`the run ended as ${run.manifest.status}`);
  if (movedUnits.length > 0) bad.push(`numbers moved in ${count(movedUnits.length, "unit")}`);
  const icon = assessment.isBroken ? "❌" : movedUnits.length + vanishedUnits.length > 0 ? "🔶" : "✅";
  return `## ${icon} Analytics: ${bad.length > 0 ? bad.join(", ") : quiet(parameters.length > 0, run !== undefined, assessment)}`;
}

/** The line of a review in which no number moved, with what was not compared. */
function quiet(
  parametersChanged: boolean,
  isRun: boolean,
  { appearedUnits, notComparedUnits, otherDaysUnits }: Assessment,
): string {
  const rest = [
    ...several(appearedUnits, "unit", "new"),
    ...several(otherDaysUnits, "unit", "computed for other days"),
    ...several(notComparedUnits, "unit", "not compared"),
  ];
  if (!parametersChanged && rest.length === 0) return "nothing changed";
  const parameters = parametersChanged ? "parameters changed" : "no parameters changed";
  return [parameters, ...(rest.length > 0 ? rest : [isRun ? "no number moved" : "nothing was run"])].join(", ");
}

/** `2 units failed`; nothing if there are no such units. */
function several(items: readonly unknown[], noun: string, what: string): readonly string[] {
  return items.length === 0 ? [] : [`${count(items.length, noun)} ${what}`];
}

function missingText(shards: readonly MissingShard[]): readonly string[] {
  const [first] = shards;
  if (first === undefined) return [];
  const numbers = shards.map(({ index }) => index);
  const list =
    numbers.length > 10 ? `${numbers.slice(0, 10).join(", ")} and ${numbers.length - 10} more` : numbers.join(", ");
  return [`${numbers.length === 1 ? "shard" : "shards"} ${list} of ${first.total} missing`];
}
