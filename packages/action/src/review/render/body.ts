import { escapeMarkdown, shorten } from "@analytics-engines/core/text";
import { count } from "@analytics-engines/runs/format";
import type { Assessment, Review, UnitReview } from "@analytics-engines/runs/review";
import { code, table } from "../../github/markdown.ts";
import { firstFitting } from "../../github/summary.ts";
import { reviewHeadline } from "./headline.ts";
import { parameterLines, parameterList } from "./parameters.ts";
import { movedDetails, movedTable, unitName } from "./units.ts";

/** Addresses with more details. All are made by the step itself. */
export interface Links {
  /** The page that shows base and head side by side. */
  readonly report: string | undefined;
  /** The run of the workflow that the baseline is from. */
  readonly baseline: string | undefined;
}

/** The most units that a sentence names. */
const MAX_NAMED = 50;

/**
 * The review as Markdown, never longer than `limit` bytes: all of it; otherwise the changes without cells; otherwise the numbers and where the
 * rest is.
 */
export function renderReview(review: Review, found: Assessment, links: Links, limit: number): string {
  const head = renderHead(review, found, links);
  const elsewhere = links.report === undefined ? "The job summary has more" : "The linked page has the rest";
  return firstFitting(
    [
      () => [head, ...sections(review, found, true)].join("\n"),
      () => [head, ...sections(review, found, false), `Only what changed fits here. ${elsewhere}.\n`].join("\n"),
      () => [head, `What changed does not fit here. ${elsewhere}.\n`].join("\n"),
    ],
    limit,
  );
}

function renderHead(review: Review, found: Assessment, links: Links): string {
  const { run, numbers, parameters } = review;
  const counts = [
    [found.failed.length, "failed"],
    [found.altered.length, "altered"],
    [found.moved.length, "moved"],
    [found.otherDays.length, "computed for other days"],
    [found.appeared.length, "new"],
    [found.notCompared.length, "not compared"],
    [found.same.length, "the same"],
  ] as const;
  const facets = counts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  const facts = [
    run === undefined
      ? "nothing was run"
      : `${count(found.total, "unit")}${facets.length === 0 ? "" : `: ${facets.join(", ")}`}`,
    ...(found.vanished.length === 0 ? [] : [`${count(found.vanished.length, "unit")} gone`]),
    parameters.length === 0 ? "no parameter file changed" : `${count(parameters.length, "parameter file")} changed`,
    baselineText(review, links),
    ...(numbers.notRun === 0 ? [] : [`${count(numbers.notRun, "unit")} of the baseline not part of this run`]),
    ...(links.report === undefined ? [] : [`[base and head side by side](${links.report})`]),
  ];
  return `${reviewHeadline(review, found)}\n\n${facts.join(" · ")}\n`;
}

function baselineText({ baseline }: Review, links: Links): string {
  if (baseline.run === undefined) return escapeMarkdown(`without a baseline: ${shorten(baseline.why, 300)}`);
  const { source } = baseline;
  const day = baseline.run.manifest.startedAt.slice(0, 10);
  if (source.kind === "folder") return `baseline ${code(shorten(source.folder, 200))} of ${escapeMarkdown(day)}`;
  const run = `run ${source.workflowRun}`;
  const linked = links.baseline === undefined ? run : `[${run}](${links.baseline})`;
  return `baseline ${linked} of ${code(shorten(source.branch, 200))}, ${escapeMarkdown(day)}`;
}

function sections(review: Review, found: Assessment, isWhole: boolean): readonly string[] {
  const { failed, altered, moved, otherDays, appeared, vanished, notCompared, same } = found;
  const because = (cause: string) => moved.filter(({ outcome }) => outcome.cause === cause);
  const parameters = isWhole ? parameterList(review.parameters) : parameterLines(review.parameters);
  return [
    missingShards(review, isWhole),
    failed.length === 0
      ? ""
      : section(
          "Failed",
          table(
            ["Unit", "Status", "Why"],
            failed.map((unit) => [unitName(unit), statusText(unit.outcome), text(unit.outcome.message)]),
          ),
        ),
    altered.length === 0
      ? ""
      : section(
          "Altered",
          `These results are not what their run stored, so their numbers are not compared.\n\n${list(altered, isWhole)}`,
        ),
    movedSection("Moved with their parameters", "", because("parameters"), isWhole),
    movedSection(
      "Moved with neither parameters nor days",
      "The parameters and days are the same, so the data of the service changed, such as restated prices.\n\n",
      because("neither"),
      isWhole,
    ),
    isWhole || vanished.length === 0 ? named("Gone", vanished) : "",
    review.parameters.length === 0 ? "" : section("Parameters", parameters),
    movedSection(
      "Computed for other days",
      "Their relative dates became other days, so this change did not cause the moves.\n\n",
      otherDays,
      isWhole,
    ),
    isWhole || appeared.length === 0 ? named("New", appeared) : "",
    isWhole ? notComparedSection(notCompared) : "",
    isWhole && same.length > 0
      ? `<details><summary>${count(same.length, "unit")} the same</summary>\n\n${names(same, same.length)}\n\n</details>\n`
      : "",
  ].filter((part) => part !== "");
}

function missingShards({ run }: Review, isWhole: boolean): string {
  const lines = (run?.missing ?? []).map(({ index, total, files }) => {
    const most = isWhole ? MAX_NAMED : 3;
    const shown = files.slice(0, most).map((file) => code(shorten(file, 200)));
    const more = files.length > most ? ` and ${files.length - most} more` : "";
    return `- Shard ${index} of ${total} left no run folder. The outcome of ${count(files.length, "file")} is not known: ${shown.join(", ")}${more}\n`;
  });
  return lines.length === 0 ? "" : section("Missing", lines.join(""));
}

function movedSection(title: string, sentence: string, units: Assessment["moved"], isWhole: boolean): string {
  if (units.length === 0) return "";
  const details = isWhole ? `\n${units.map(movedDetails).join("\n")}` : "";
  return section(title, `${sentence}${movedTable(units)}${details}`);
}

function notComparedSection(units: Assessment["notCompared"]): string {
  if (units.length === 0) return "";
  const byReason = Map.groupBy(units, ({ outcome }) => outcome.reason);
  const lines = Array.from(byReason, ([reason, several]) => `- ${names(several, MAX_NAMED)}: ${text(reason)}\n`);
  return section("Not compared", lines.join(""));
}

function list(units: Assessment["altered"], isWhole: boolean): string {
  const shown = isWhole ? units : units.slice(0, MAX_NAMED);
  const left = units.length - shown.length;
  return `${shown.map((unit) => `- ${unitName(unit)}: ${text(unit.outcome.reason)}\n`).join("")}${left > 0 ? `- and ${left} more\n` : ""}`;
}

function named(title: string, units: readonly UnitReview[]): string {
  return units.length === 0 ? "" : section(title, `${names(units, MAX_NAMED)}\n`);
}

function names(units: readonly UnitReview[], most: number): string {
  const left = units.length - most;
  return `${units.slice(0, most).map(unitName).join(", ")}${left > 0 ? ` and ${left} more` : ""}`;
}

function statusText({ status, before }: Assessment["failed"][number]["outcome"]): string {
  const same = before !== undefined && before !== "success";
  return `❌ ${status}${before === undefined ? "" : same ? " (in the baseline too)" : " (success before)"}`;
}

function section(title: string, content: string): string {
  return `### ${title}\n\n${content}`;
}

function text(words: string): string {
  return escapeMarkdown(shorten(words, 500));
}
