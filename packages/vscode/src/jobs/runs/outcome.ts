import { outcomeLevel } from "@analytics-engines/runs/browser";
import type { CheckFinding } from "@analytics-engines/runs/review";
import * as l10n from "@vscode/l10n";
import type { RunEnd } from "../store/history.ts";
import type { UnitView } from "../store/run.ts";

/** What a run that ended is worth now, or a file or a unit of it: what is stored, and what the checks found. */
export interface RunOutcome {
  readonly status: RunEnd["status"];
  readonly units: number;
  /** The units whose results are there. */
  readonly succeeded: number;
  /** The results that were stored and are missing or altered. */
  readonly missing: number;
  readonly failedChecks: number;
  readonly warnings: number;
  /** Whether the run has rules, and no report says what they found. */
  readonly isUnchecked: boolean;
}

/** What the checks of a run found; "unchecked" where its rules have no report, `undefined` where it has no rules. */
export type ChecksOutcome = readonly CheckFinding[] | "unchecked" | undefined;

/** Decides the outcome of a run, a file or a unit. @param units those in the manifest, as the folder is now */
export function outcomeOf(status: RunEnd["status"], units: readonly UnitView[], checks: ChecksOutcome): RunOutcome {
  const missing = units.filter((unit) => unit.errors.some(({ code }) => code === "damaged-result")).length;
  const findings = checks === "unchecked" || checks === undefined ? [] : checks;
  const failures = findings.filter((finding) => finding.status === "failed");
  const failedChecks = failures.filter(({ severity }) => severity === "error").length;
  return {
    status: status === "success" && missing > 0 ? "failure" : status,
    units: units.length,
    succeeded: units.filter((unit) => unit.status === "success").length,
    missing,
    failedChecks,
    warnings: failures.length - failedChecks,
    // Nobody judges the results of a run that was canceled.
    isUnchecked: checks === "unchecked" && status !== "canceled",
  };
}

/** The outcome of a run whose folder is gone, or cannot be read. */
export function outcomeWithoutFolder({ status, units, succeeded }: RunEnd): RunOutcome {
  const missing = succeeded;
  const nowStatus = status === "success" && missing > 0 ? "failure" : status;
  return { status: nowStatus, units, succeeded: 0, missing, failedChecks: 0, warnings: 0, isUnchecked: false };
}

export function levelOf({ status, failedChecks, warnings, isUnchecked }: RunOutcome): ReturnType<typeof outcomeLevel> {
  return outcomeLevel(status, { errors: failedChecks, warnings: warnings + (isUnchecked ? 1 : 0) });
}

/** What a reader must know beside the status: `1 result missing`, `2 checks failed`. */
export function remarksOf({ missing, failedChecks, warnings, isUnchecked }: RunOutcome): readonly string[] {
  return [
    ...(missing === 0 ? [] : [missing === 1 ? l10n.t("1 result missing") : l10n.t("{0} results missing", missing)]),
    ...(failedChecks === 0
      ? []
      : [failedChecks === 1 ? l10n.t("1 check failed") : l10n.t("{0} checks failed", failedChecks)]),
    ...(warnings === 0 ? [] : [warnings === 1 ? l10n.t("1 check warns") : l10n.t("{0} checks warn", warnings)]),
    ...(isUnchecked ? [l10n.t("results not checked")] : []),
  ];
}
