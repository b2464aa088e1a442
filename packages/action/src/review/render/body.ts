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
  return [
    missingShards(review, isWhole),
    section("Failed", failed, () =>
      table(
        ["Unit", "Status", "Why"],
        failed.map((unit) => [unitName(unit), statusText(unit.outcome), text(unit.outcome.message)]),
      ),
    ),
    section(
      "Altered",
      altered,
      () =>
        `These results are not what their run stored, so their numbers are not compared.\n\n${list(altered, isWhole)}`,
    ),
    movedSection("Moved with their parameters", "", because("parameters"), isWhole),
    movedSection(
      "Moved with neither parameters nor days",
      "The parameters and days are the same, so the data of the service changed, such as restated prices.\n\n",
      because("neither"),
      isWhole,
    ),
    section("Gone", isWhole ? vanished : [], named),
    section("Parameters", review.parameters, isWhole ? parameterList : parameterLines),
    movedSection(
      "Computed for other days",
      "Their relative dates became other days, so this change did not cause the moves.\n\n",
      otherDays,
      isWhole,
    ),
    section("New", isWhole ? appeared : [], named),
    section("Not compared", isWhole ? notCompared : [], reasons),
    isWhole && same.length > 0
      ? `<details><summary>${count(same.length, "unit")} the same</summary>\n\n${same.map(unitName).join(", ")}\n\n</details>\n`
      : "",
  ].filter((part) => part !== "");
}

function missingShards({ run }: Review, isWhole: boolean): string {
  const most = isWhole ? MAX_NAMED : 3;
  return section("Missing", run?.missing ?? [], (shards) =>
    shards
      .map(({ index, total, files }) => {
        const named = someOf(files, most, (file) => code(shorten(file, 200)));
        return `- Shard ${index} of ${total} left no run folder. The outcome of ${count(files.length, "file")} is not known: ${named}\n`;
      })
      .join(""),
  );
}

function movedSection(title: string, sentence: string, units: Assessment["moved"], isWhole: boolean): string {
  const details = isWhole ? `\n${units.map(movedDetails).join("\n")}` : "";
  return section(title, units, () => `${sentence}${movedTable(units)}${details}`);
}

function reasons(units: Assessment["notCompared"]): string {
  const byReason = Map.groupBy(units, ({ outcome }) => outcome.reason);
  return Array.from(
    byReason,
    ([reason, several]) => `- ${someOf(several, MAX_NAMED, unitName)}: ${text(reason)}\n`,
  ).join("");
}

function list(units: Assessment["altered"], isWhole: boolean): string {
  const shown = isWhole ? units : units.slice(0, MAX_NAMED);
  const left = units.length - shown.length;
  return `${shown.map((unit) => `- ${unitName(unit)}: ${text(unit.outcome.reason)}\n`).join("")}${left > 0 ? `- and ${left} more\n` : ""}`;
}

function named(units: readonly UnitReview[]): string {
  return `${someOf(units, MAX_NAMED, unitName)}\n`;
}

/** The names of the first, and the number of the others. */
function someOf<Item>(items: readonly Item[], most: number, name: (item: Item) => string): string {
  const left = items.length - most;
  return `${items.slice(0, most).map(name).join(", ")}${left > 0 ? ` and ${left} more` : ""}`;
}

function statusText({ status, before }: Assessment["failed"][number]["outcome"]): string {
  const same = before !== undefined && before !== "success";
  return `❌ ${status}${before === undefined ? "" : same ? " (in the baseline too)" : " (success before)"}`;
}

/** A section about several items; none where there are no items. */
function section<Item>(title: string, items: readonly Item[], render: (items: readonly Item[]) => string): string {
  return items.length === 0 ? "" : `### ${title}\n\n${render(items)}`;
}

function text(words: string): string {
  return escapeMarkdown(shorten(words, 500));
}
