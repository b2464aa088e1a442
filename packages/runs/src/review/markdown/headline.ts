import { count } from "@analytics-engines/core/basics";
import type { MissingShard } from "../../folder/manifest/manifest.ts";
import type { Assessment, Review } from "../assess.ts";

/** The outcome of a review, in one line. */
export function reviewHeadline({ run, parameters, checks }: Review, assessment: Assessment): string {
  const { failedUnits, alteredUnits, movedUnits, vanishedUnits } = assessment;
  const invalid = run === undefined ? parameters.filter(({ isInvalid }) => isInvalid) : [];
  const failedChecks = checks?.report.counts.errors ?? 0;
  const bad = [
    ...several(invalid, "parameter file", "with errors"),
    ...missing(run?.missing ?? []),
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

function missing(shards: readonly MissingShard[]): readonly string[] {
  const [first] = shards;
  if (first === undefined) return [];
  const numbers = shards.map(({ index }) => index);
  const list =
    numbers.length > 10 ? `${numbers.slice(0, 10).join(", ")} and ${numbers.length - 10} more` : numbers.join(", ");
  return [`${numbers.length === 1 ? "shard" : "shards"} ${list} of ${first.total} missing`];
}
