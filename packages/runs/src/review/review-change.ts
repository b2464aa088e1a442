import type { Client } from "@analytics-engines/core";
import { unmatchedToleranceText } from "@analytics-engines/core/results";
import { checkResults } from "../checks/check-results.ts";
import type { Git } from "../git/git.ts";
import type { MergedRun } from "../plan/merge-shards.ts";
import type { Review } from "./assess.ts";
import type { BaseChecks } from "./base-checks.ts";
import type { BaseSettings } from "./base-settings.ts";
import { readChangedUnits } from "./changed-units.ts";
import type { Baseline } from "./committed-run.ts";
import { compareRuns } from "./compare-runs.ts";
import type { Commits } from "./find-commits.ts";
import { nameReferences } from "./name-references.ts";
import { readParameterChanges } from "./read-changes.ts";

/** A change of parameter files, and the runs before and after it. */
export interface ReviewInput {
  readonly commits: Commits;
  /** What the base says that the change is judged by. */
  readonly settings: BaseSettings;
  /** The checks of the base; undefined for none. */
  readonly rules: BaseChecks | undefined;
  /** The run of the head; undefined where nothing was run. */
  readonly run: MergedRun | undefined;
  readonly baseline: Baseline;
}

/**
 * Reviews a change: its parameters and, if it was run, its numbers.
 * @param connect opens the service that is asked for the names of new ids; undefined to ask none
 */
export async function reviewChange(
  git: Git,
  { commits, settings, rules, run, baseline }: ReviewInput,
  connect: (() => Client | Promise<Client>) | undefined,
  warn: (sentence: string) => void,
): Promise<Review> {
  const files = run?.manifest.files ?? [];
  const families = new Map([...(baseline.run?.manifest.files ?? []), ...files].map((file) => [file.path, file.family]));
  const changes = await readParameterChanges(git, commits, families, settings.selection);
  const parameters = await nameReferences(changes, connect, warn);
  const { tolerances } = settings;
  const missingReason = baseline.run === undefined ? baseline.why : "";
  const folder = run?.folder ?? "";
  const numbers = await compareRuns({ files, folder, baseline: baseline.run, missingReason, tolerances, parameters });
  for (const tolerance of numbers.unmatchedTolerances) warn(unmatchedToleranceText(tolerance));
  return {
    run,
    baseline,
    numbers,
    parameters,
    tolerances,
    commits: { base: commits.base, head: commits.head },
    checks: rules && {
      changes: rules.changes,
      report: await checkResults(run, rules.files, {
        earlier: baseline.run,
        change: await readChangedUnits(git, commits, parameters, { families, selection: settings.selection }),
        now: Date.now(),
      }),
    },
  };
}
