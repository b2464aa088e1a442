import { count } from "@analytics-engines/runs/format";
import type { Assessment, MissingShard, Review } from "@analytics-engines/runs/review";

/** The outcome of a review, in one line. */
export function reviewHeadline({ run, parameters }: Review, found: Assessment): string {
  const { failed, altered, moved, vanished } = found;
  const invalid = run === undefined ? parameters.filter(({ isInvalid }) => isInvalid) : [];
  const bad = [
    ...(invalid.length === 0 ? [] : [`${count(invalid.length, "parameter file")} with errors`]),
    ...missing(run?.missing ?? []),
    ...(failed.length === 0 ? [] : [`${count(failed.length, "unit")} failed`]),
    ...(altered.length === 0 ? [] : [`${count(altered.length, "result")} altered`]),
    ...(vanished.length === 0 ? [] : [`${count(vanished.length, "unit")} gone`]),
  ];
  if (run !== undefined && found.broken && bad.length === 0) bad.push(`the run ended as ${run.manifest.status}`);
  const numbers = moved.length === 0 ? [] : [`numbers moved in ${count(moved.length, "unit")}`];
  const icon = found.broken ? "❌" : moved.length + vanished.length > 0 ? "🔶" : "✅";
  const rest = [...bad, ...numbers];
  return `## ${icon} Analytics: ${rest.length > 0 ? rest.join(", ") : quiet(parameters.length > 0, run !== undefined, found)}`;
}

/** The line of a review in which no number moved, with what was not compared. */
function quiet(parametersChanged: boolean, isRun: boolean, { appeared, notCompared, otherDays }: Assessment): string {
  const rest = [
    ...(appeared.length === 0 ? [] : [`${count(appeared.length, "unit")} new`]),
    ...(otherDays.length === 0 ? [] : [`${count(otherDays.length, "unit")} computed for other days`]),
    ...(notCompared.length === 0 ? [] : [`${count(notCompared.length, "unit")} not compared`]),
  ];
  if (!parametersChanged && rest.length === 0) return "nothing changed";
  const parameters = parametersChanged ? "parameters changed" : "no parameters changed";
  return [parameters, ...(rest.length > 0 ? rest : [isRun ? "no number moved" : "nothing was run"])].join(", ");
}

function missing(shards: readonly MissingShard[]): readonly string[] {
  const [first] = shards;
  if (first === undefined) return [];
  const numbers = shards.map(({ index }) => index);
  const shown =
    numbers.length > 10 ? `${numbers.slice(0, 10).join(", ")} and ${numbers.length - 10} more` : numbers.join(", ");
  return [`${numbers.length === 1 ? "shard" : "shards"} ${shown} of ${first.total} missing`];
}
