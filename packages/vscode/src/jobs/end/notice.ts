import * as l10n from "@vscode/l10n";
import { levelOf, type RunOutcome } from "../runs/outcome.ts";
import { outcomeText } from "../runs/presentation.ts";
import { runTitle } from "../runs/run-titles.ts";
import type { FinishedRun } from "../store/run-store.ts";

/** The user still watches a shorter run when it ends. */
const NOTIFY_AFTER_SECONDS = 10;

/** The notification at the end of a run. Undefined for a short run, and for a canceled run without results, which the user knows about. */
export function noticeOf({ run, seconds }: Pick<FinishedRun, "run" | "seconds">, outcome: RunOutcome) {
  const { end } = run.record;
  if (end === undefined || seconds <= NOTIFY_AFTER_SECONDS) return undefined;
  // If only one job was canceled, the others have results.
  if (end.status === "canceled" && end.succeeded === 0) return undefined;
  const units = l10n.t("{0} of {1} units have results.", outcome.succeeded, outcome.units);
  return { isGood: levelOf(outcome) === "good", message: `${runTitle(run)}: ${outcomeText(outcome)}. ${units}` };
}
