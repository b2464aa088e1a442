import { count, escapeMarkdown, shorten } from "@analytics-engines/core/basics";
import { code } from "../../host/markdown.ts";
import type { Assessment, Review } from "../assess.ts";
import { NO_REASON, type UnitReview } from "../unit-review.ts";
import { fold, foldedTable, OPEN_ROWS } from "./budget.ts";
import { renderCheckReview } from "./checks.ts";
import { parameterList } from "./parameters.ts";
import { movedDetails, movedHead, movedRow, unitName } from "./units.ts";

/** The sections about units that moved, each with its heading and a sentence. */
export const movedSections = [
  { cause: "parameters", title: "Moved with their parameters", sentence: "" },
  {
    cause: "neither",
    title: "Moved with neither parameters nor days",
    sentence: "The parameters and days are the same, so the data of the service changed, such as restated prices.\n\n",
  },
  {
    cause: "dates",
    title: "Computed for other days",
    sentence: "Their relative dates became other days, so this change did not cause the moves.\n\n",
  },
] as const;

export const ALTERED_SENTENCE = "These results are not what their run stored, so their numbers are not compared.\n\n";

/** Everything that a review found, in sections. */
export function allSections(review: Review, assessment: Assessment): readonly string[] {
  const {
    failedUnits,
    alteredUnits,
    movedUnits,
    otherDaysUnits,
    appearedUnits,
    vanishedUnits,
    notComparedUnits,
    sameUnits,
  } = assessment;
  const movedSection = (cause: string, units: Assessment["movedUnits"]) => {
    const unitsOfCause = units.filter(({ outcome }) => outcome.cause === cause);
    const { title = "", sentence = "" } = movedSections.find((each) => each.cause === cause) ?? {};
    const render = () =>
      `${sentence}${foldedTable(movedHead, unitsOfCause.map(movedRow), 3)}\n${unitsOfCause.map(movedDetails).join("\n")}`;
    return section(title, unitsOfCause, render);
  };
  return [
    section("Missing", review.run?.missing ?? [], missingShards),
    section("Failed", failedUnits, () =>
      foldedTable(
        failedHead,
        failedUnits.map((unit) => failedRow(unit)),
      ),
    ),
    renderCheckReview(review),
    section("Tolerances", review.numbers.unmatchedTolerances, unmatchedTolerances),
    section("Altered", alteredUnits, () => `${ALTERED_SENTENCE}${alteredUnits.map(alteredLine).join("")}`),
    movedSection("parameters", movedUnits),
    movedSection("neither", movedUnits),
    section("Gone", vanishedUnits, names),
    section("Parameters", review.parameters, () => parameterList(review)),
    movedSection("dates", otherDaysUnits),
    section("New", appearedUnits, names),
    section("Not compared", notComparedUnits, reasons),
    sameUnits.length > 0
      ? fold(`${count(sameUnits.length, "unit")} the same`, `${sameUnits.map(unitName).join(", ")}\n`)
      : "",
  ].filter((part) => part !== "");
}

/** A section about several items; empty if there are none. */
export function section<Item>(
  title: string,
  items: readonly Item[],
  render: (items: readonly Item[]) => string,
): string {
  return items.length === 0 ? "" : `### ${title}\n\n${render(items)}`;
}

export const failedHead = ["Unit", "Status", "Why"];

export function failedRow(unit: Assessment["failedUnits"][number], longest = 500): readonly string[] {
  const { status, before, message, isNew } = unit.outcome;
  const same = before !== undefined && before !== "success";
  const then = isNew ? " (new)" : before === undefined ? "" : same ? " (in the baseline too)" : " (success before)";
  return [unitName(unit), `❌ ${status}${then}`, escapeMarkdown(shorten(message ?? NO_REASON, longest))];
}

export function missingShards(shards: NonNullable<Review["run"]>["missing"], most = 50): string {
  return shards
    .map(({ index, total, files }) => {
      const unlistedCount = files.length - most;
      const names = files.slice(0, most).map((file) => code(shorten(file, 200)));
      const list = `${names.join(", ")}${unlistedCount > 0 ? ` and ${unlistedCount} more` : ""}`;
      return `- Shard ${index} of ${total} left no run folder. The outcome of ${count(files.length, "file")} is not known: ${list}\n`;
    })
    .join("");
}

export function unmatchedTolerances(tolerances: Review["numbers"]["unmatchedTolerances"]): string {
  return tolerances
    .map(({ columns, closest }) => {
      const hint = closest === undefined ? "" : `; the closest one is ${code(shorten(closest, 200))}`;
      return `- The tolerance of ${code(shorten(columns, 200))} matches no column of the results${hint}\n`;
    })
    .join("");
}

export function alteredLine(unit: Assessment["alteredUnits"][number]): string {
  return `- ${unitName(unit)}: ${escapeMarkdown(shorten(unit.outcome.reason, 500))}\n`;
}

/** The units that were not compared, grouped by reason. */
export function reasons(units: Assessment["notComparedUnits"]): string {
  const byReason = Map.groupBy(units, ({ outcome }) => outcome.reason);
  return Array.from(byReason, ([reason, several]) => {
    const names = several.slice(0, OPEN_ROWS).map(unitName).join(", ");
    const foldedUnits = several.slice(OPEN_ROWS);
    const line = `- ${names}${foldedUnits.length > 0 ? ` and ${foldedUnits.length} more` : ""}: ${escapeMarkdown(shorten(reason, 500))}\n`;
    return foldedUnits.length === 0
      ? line
      : `${line}\n${fold(`${foldedUnits.length} more`, `${foldedUnits.map(unitName).join(", ")}\n`)}\n`;
  }).join("");
}

function names(units: readonly UnitReview[]): string {
  const [openNames, foldedNames] = [units.slice(0, OPEN_ROWS), units.slice(OPEN_ROWS)].map((some) =>
    some.map(unitName).join(", "),
  );
  return foldedNames === ""
    ? `${openNames}\n`
    : `${openNames}\n\n${fold(`${units.length - OPEN_ROWS} more`, `${foldedNames}\n`)}`;
}
