import type { Client } from "@analytics-engines/core";
import { type Tolerance, unmatchedToleranceText } from "@analytics-engines/core/results";
import { checkResults } from "../checks/check-results.ts";
import type { ChecksReport } from "../checks/checks-report.ts";
import type { ReadProjectFile } from "../checks/row-limits.ts";
import { MAX_FILE_BYTES, readCommittedText } from "../files/parameter-files.ts";
import type { Git } from "../git/git.ts";
import type { MergedRun } from "../plan/merge-shards.ts";
import type { BaseChecks, BaseSettings, Commits, EarlierRun } from "./base.ts";
import { compareRuns, type NumbersReview } from "./compare-runs.ts";
import { nameReferences, type ParameterReview } from "./parameter-review.ts";
import { readChangedUnits, readParameterChanges } from "./read-changes.ts";
import { requireRunOfHead } from "./require-run-of-head.ts";
import { type Moved, type ReviewOutcome, sizeOfOutcome, type UnitReview } from "./unit-review.ts";

/** Everything that a review found. */
export interface Review {
  /** `undefined` where nothing was run. */
  readonly run: MergedRun | undefined;
  readonly earlier: EarlierRun;
  readonly numbers: NumbersReview;
  readonly parameters: readonly ParameterReview[];
  readonly tolerances: readonly Tolerance[];
  readonly commits: Pick<Commits, "base" | "head">;
  /** `undefined` without checks. */
  readonly checks?: ReviewedChecks | undefined;
}

interface ReviewedChecks extends Pick<BaseChecks, "changes"> {
  /** What the checks of the base found in the run; where nothing was run, only the rules that units escape. */
  readonly report: ChecksReport;
}

export type MovedUnit = UnitReview & { readonly outcome: Moved };
type Of<Kind extends ReviewOutcome["kind"]> = UnitReview & { readonly outcome: Extract<ReviewOutcome, { kind: Kind }> };

/** The units of a review by their outcome. */
export interface Assessment {
  readonly total: number;
  readonly failedUnits: readonly Of<"failed">[];
  readonly alteredUnits: readonly Of<"altered">[];
  /** Units with moved numbers, except for other days alone; the largest move first. */
  readonly movedUnits: readonly MovedUnit[];
  /** Units that were computed for other days, which the parameters do not ask for. */
  readonly otherDaysUnits: readonly MovedUnit[];
  readonly sameUnits: readonly Of<"same">[];
  readonly appearedUnits: readonly Of<"appeared">[];
  readonly vanishedUnits: readonly Of<"vanished">[];
  readonly notComparedUnits: readonly Of<"not-compared">[];
  /** Whether there is anything to report. */
  readonly hasChanges: boolean;
  /** Whether the run is not a success or a check failed; where nothing was run, whether a changed parameter file has errors. */
  readonly isBroken: boolean;
}

/** What fails a review. */
export type ReviewFailOn = "error" | "moved" | "never";

/** Reads files as a commit has them. */
function committedReader(git: Git, commit: string): ReadProjectFile {
  return async (path) => (await readCommittedText(git, commit, path, MAX_FILE_BYTES)) ?? { problem: "is missing" };
}

/** Whether the findings of a review fail it. Numbers of another day do not, since the change does not ask for that day. */
export function failsReview({ isBroken, movedUnits, vanishedUnits }: Assessment, failOn: ReviewFailOn): boolean {
  if (failOn === "never") return false;
  return isBroken || (failOn === "moved" && movedUnits.length + vanishedUnits.length > 0);
}

/** Sorts the units of a review by their outcome. */
export function assess({ run, numbers, parameters, checks }: Review): Assessment {
  const of = <Kind extends ReviewOutcome["kind"]>(kind: Kind) =>
    numbers.units.filter((unit): unit is Of<Kind> => unit.outcome.kind === kind);
  const all = of("moved").toSorted((first, second) => sizeOfOutcome(second.outcome) - sizeOfOutcome(first.outcome));
  const units = {
    failedUnits: of("failed"),
    alteredUnits: of("altered"),
    movedUnits: all.filter(({ outcome }) => outcome.cause !== "dates"),
    otherDaysUnits: all.filter(({ outcome }) => outcome.cause === "dates"),
    sameUnits: of("same"),
    appearedUnits: of("appeared"),
    vanishedUnits: of("vanished"),
    notComparedUnits: of("not-compared"),
  };
  const { failedUnits, alteredUnits, movedUnits, appearedUnits, vanishedUnits } = units;
  const { errors = 0, warnings = 0 } = checks?.report.counts ?? {};
  const isBroken =
    errors > 0 ||
    (run === undefined
      ? parameters.some(({ isInvalid }) => isInvalid)
      : // A manifest that somebody altered can call a failed run a success.
        run.manifest.status !== "success" || failedUnits.length + alteredUnits.length > 0);
  return {
    ...units,
    total: numbers.units.length - vanishedUnits.length,
    isBroken,
    hasChanges:
      isBroken ||
      parameters.length > 0 ||
      (checks !== undefined && checks.changes.length + warnings > 0) ||
      [failedUnits, movedUnits, appearedUnits, vanishedUnits].some((several) => several.length > 0),
  };
}

/** The units in the order of the sections of a review. */
export function unitsInOrder(assessment: Assessment): readonly UnitReview[] {
  const because = (cause: Moved["cause"]) => assessment.movedUnits.filter(({ outcome }) => outcome.cause === cause);
  return [
    ...assessment.failedUnits,
    ...assessment.alteredUnits,
    ...because("parameters"),
    ...because("neither"),
    ...assessment.vanishedUnits,
    ...assessment.otherDaysUnits,
    ...assessment.appearedUnits,
    ...assessment.notComparedUnits,
    ...assessment.sameUnits,
  ];
}

/** A change of parameter files, and the runs before and after it. */
interface ReviewInput {
  readonly commits: Commits;
  /** What the base says that the change is judged by. */
  readonly settings: BaseSettings;
  /** The checks of the base; undefined for none. */
  readonly rules: BaseChecks | undefined;
  /** The run of the head; undefined where nothing was run. */
  readonly run: MergedRun | undefined;
  readonly earlier: EarlierRun;
}

/**
 * Reviews a change: its parameters and, if it was run, its numbers.
 * @param connect opens the service that is asked for the names of new ids; undefined to ask none
 * @throws UserError for a run of other parameter files than those of the head
 */
export async function reviewChange(
  git: Git,
  { commits, settings, rules, run, earlier }: ReviewInput,
  connect: (() => Client | Promise<Client>) | undefined,
  warn: (sentence: string) => void,
): Promise<Review> {
  if (run !== undefined) await requireRunOfHead(git, commits.head, run);
  const files = run?.manifest.files ?? [];
  const families = new Map([...(earlier.run?.manifest.files ?? []), ...files].map((file) => [file.path, file.family]));
  const changes = await readParameterChanges(git, commits, families, settings.selection);
  const parameters = await nameReferences(changes, connect, warn);
  const { tolerances } = settings;
  const missingReason = earlier.run === undefined ? earlier.why : "";
  const folder = run?.folder ?? "";
  const numbers = await compareRuns({ files, folder, earlier: earlier.run, missingReason, tolerances, parameters });
  for (const tolerance of numbers.unmatchedTolerances) warn(unmatchedToleranceText(tolerance));
  return {
    run,
    earlier,
    numbers,
    parameters,
    tolerances,
    commits: { base: commits.base, head: commits.head },
    checks: rules && {
      changes: rules.changes,
      report: await checkResults(run, rules.files, {
        earlier: earlier.run,
        change: await readChangedUnits(git, commits, parameters, { families, selection: settings.selection }),
        // No change can loosen its own limits. A row that is new has none on the base.
        reads: [commits.base, commits.head].map((commit) => committedReader(git, commit)),
        now: Date.now(),
      }),
    },
  };
}
