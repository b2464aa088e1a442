import * as l10n from "@vscode/l10n";
import { statusWords, titleOf } from "./job-nodes.ts";
import type { Finished } from "./job-store.ts";

/** A shorter run is still looked at when it ends. */
const notifyAfterSeconds = 10;

/** What to tell of the end of a run. */
export interface Notice {
  readonly isGood: boolean;
  readonly message: string;
}

/** Nothing for a run that was over soon, or that gave no result because it was canceled: who canceled it knows. */
export function noticeOf({ run, seconds }: Pick<Finished, "run" | "seconds">): Notice | undefined {
  const { end } = run.record;
  if (end === undefined || seconds <= notifyAfterSeconds) return undefined;
  // A job alone may have been canceled, and the others have results.
  if (end.status === "canceled" && end.succeeded === 0) return undefined;
  const units = l10n.t("{0} of {1} units have results.", end.succeeded, end.units);
  return { isGood: end.status === "success", message: `${titleOf(run)}: ${statusWords(end.status)}. ${units}` };
}
