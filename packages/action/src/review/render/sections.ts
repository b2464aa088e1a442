import { count, escapeMarkdown, shorten } from "@analytics-engines/core/text";
import type { Assessment, Review, UnitReview } from "@analytics-engines/runs/review";
import { code } from "../../github/markdown.ts";
import { fold, foldedTable, OPEN_ROWS } from "./budget.ts";
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

export const alteredSentence = "These results are not what their run stored, so their numbers are not compared.\n\n";

/** Everything that a review found, in sections. */
export function allSections(review: Review, found: Assessment): readonly string[] {
  const {
    failedUnits: failed,
    alteredUnits: altered,
    movedUnits: moved,
    otherDaysUnits: otherDays,
    appearedUnits: appeared,
    vanishedUnits: vanished,
    notComparedUnits: notCompared,
    sameUnits: same,
  } = found;
  const movedSection = (cause: string, units: Assessment["movedUnits"]) => {
    const own = units.filter(({ outcome }) => outcome.cause === cause);
    const { title = "", sentence = "" } = movedSections.find((each) => each.cause === cause) ?? {};
    const shown = () =>
      `${sentence}${foldedTable(movedHead, own.map(movedRow), 3)}\n${own.map(movedDetails).join("\n")}`;
    return section(title, own, shown);
  };
  return [
    section("Missing", review.run?.missing ?? [], missingShards),
    section("Failed", failed, () =>
      foldedTable(
        failedHead,
        failed.map((unit) => failedRow(unit)),
      ),
    ),
    section("Altered", altered, () => `${alteredSentence}${altered.map(alteredLine).join("")}`),
    movedSection("parameters", moved),
    movedSection("neither", moved),
    section("Gone", vanished, names),
    section("Parameters", review.parameters, parameterList),
    movedSection("dates", otherDays),
    section("New", appeared, names),
    section("Not compared", notCompared, reasons),
    same.length > 0 ? fold(`${count(same.length, "unit")} the same`, `${same.map(unitName).join(", ")}\n`) : "",
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
  return [unitName(unit), `❌ ${status}${then}`, escapeMarkdown(shorten(message, longest))];
}

export function missingShards(shards: NonNullable<Review["run"]>["missing"], most = 50): string {
  return shards
    .map(({ index, total, files }) => {
      const left = files.length - most;
      const named = files.slice(0, most).map((file) => code(shorten(file, 200)));
      const shown = `${named.join(", ")}${left > 0 ? ` and ${left} more` : ""}`;
      return `- Shard ${index} of ${total} left no run folder. The outcome of ${count(files.length, "file")} is not known: ${shown}\n`;
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
    const named = several.slice(0, OPEN_ROWS).map(unitName).join(", ");
    const left = several.slice(OPEN_ROWS);
    const line = `- ${named}${left.length > 0 ? ` and ${left.length} more` : ""}: ${escapeMarkdown(shorten(reason, 500))}\n`;
    return left.length === 0 ? line : `${line}\n${fold(`${left.length} more`, `${left.map(unitName).join(", ")}\n`)}\n`;
  }).join("");
}

function names(units: readonly UnitReview[]): string {
  const [shown, left] = [units.slice(0, OPEN_ROWS), units.slice(OPEN_ROWS)].map((some) =>
    some.map(unitName).join(", "),
  );
  return left === "" ? `${shown}\n` : `${shown}\n\n${fold(`${units.length - OPEN_ROWS} more`, `${left}\n`)}`;
}
