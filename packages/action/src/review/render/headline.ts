import { count } from "@analytics-engines/core/text";
import type { Assessment, MissingShard, Review } from "@analytics-engines/runs/review";

/** The outcome of a review, in one line. */
export function reviewHeadline({ run, parameters }: Review, found: Assessment): string {
  const { failedUnits: failed, alteredUnits: altered, movedUnits: moved, vanishedUnits: vanished } = found;
  const invalid = run === undefined ? parameters.filter(({ isInvalid }) => isInvalid) : [];
  const bad = [
    ...several(invalid, "parameter file", "with errors"),
    ...missing(run?.missing ?? []),
    ...several(failed, "unit", "failed"),
    ...several(altered, "result", "altered"),
    ...several(vanished, "unit", "gone"),
  ];
  if (run !== undefined && found.isBroken && bad.length === 0) bad.push(`the run ended as ${run.manifest.status}`);
  if (moved.length > 0) bad.push(`numbers moved in ${count(moved.length, "unit")}`);
  const icon = found.isBroken ? "❌" : moved.length + vanished.length > 0 ? "🔶" : "✅";
  return `## ${icon} Analytics: ${bad.length > 0 ? bad.join(", ") : quiet(parameters.length > 0, run !== undefined, found)}`;
}

/** The line of a review in which no number moved, with what was not compared. */
function quiet(
  parametersChanged: boolean,
  isRun: boolean,
  { appearedUnits: appeared, notComparedUnits: notCompared, otherDaysUnits: otherDays }: Assessment,
): string {
  const rest = [
    ...several(appeared, "unit", "new"),
    ...several(otherDays, "unit", "computed for other days"),
    ...several(notCompared, "unit", "not compared"),
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
  const shown =
    numbers.length > 10 ? `${numbers.slice(0, 10).join(", ")} and ${numbers.length - 10} more` : numbers.join(", ");
  return [`${numbers.length === 1 ? "shard" : "shards"} ${shown} of ${first.total} missing`];
}
