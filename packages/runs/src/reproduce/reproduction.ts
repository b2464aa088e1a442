import { stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { count, isObject, pathMatcher } from "@analytics-engines/core/basics";
import { type MovingDate, type PinnedDate, pinDates } from "@analytics-engines/core/parameters";
import { formText, type NumberChange, plainText } from "@analytics-engines/core/results";
import { partitionPatterns } from "../files/select-files.ts";
import { MANIFEST_NAME } from "../folder/manifest/format.ts";
import type {
  Manifest,
  ManifestFile,
  ManifestReproduction,
  ManifestUnit,
  ReproducedMove,
  ReproducedRun,
  ReproducedUnit,
  ReproductionOutcome,
  ReproductionResult,
} from "../folder/manifest/manifest.ts";
import { readDigestedManifest, readManifest, writeManifest } from "../folder/manifest/manifest-file.ts";
import type { RunFile } from "../folder/run-options.ts";
import { compareRuns } from "../review/compare-runs.ts";
import { keyOfUnit, pairDates, type ReviewOutcome } from "../review/unit-review.ts";
import { UserError } from "../user-error.ts";

/** Parameter files with the days that their relative dates were in the earlier run. */
interface PinnedRun {
  /** With days in the place of relative dates. Their digests are those of the unchanged files. */
  readonly files: readonly RunFile[];
  /** What a user should know, a sentence each; the first says which run is computed again. */
  readonly notes: readonly string[];
  /** The dates that became days. */
  readonly dates: readonly PinnedFile[];
}

/** A date of a file that became a day. */
interface PinnedFile extends PinnedDate {
  readonly path: string;
}

/**
 * Makes the requests that an earlier run sent: the files must have the digests of its manifest, and relative dates become the days of that run. A
 * file is refused where the manifest lacks such a day: it would be computed for another one. Units without an earlier result keep their
 * dates, since they are not compared.
 * @throws UserError, which names each refused file
 */
export function pinFiles(files: readonly RunFile[], manifest: Manifest): PinnedRun {
  const earlier = new Map(manifest.files.map((file) => [file.path, file]));
  const problems: string[] = [];
  const notes = [`The run of ${manifest.startedAt}, computed by ${manifest.service}, is computed again.`];
  const dates: PinnedFile[] = [];
  const ready: RunFile[] = [];
  for (const file of files) {
    const before = earlier.get(file.path);
    const changed = whyChanged(file, before);
    if (before === undefined || changed !== undefined) {
      problems.push(
        changed === undefined
          ? `${file.path} is not in the manifest to reproduce. Leave it out.`
          : `${file.path} ${changed}. Check out the commit of that run, or leave the file out.`,
      );
      continue;
    }
    if (!isObject(file.request)) throw new TypeError(`The request of ${file.path} is not an object.`);
    const units = new Map(before.units.map((unit) => [unit.id, unit]));
    const pins = pinDates(file.family, file.request, (unit) => units.get(unit)?.dates);
    const hadResult = ({ unit }: MovingDate) => units.get(unit)?.status === "success";
    const unknown = pins.remainingDates.filter(hadResult);
    if (unknown.length > 0) problems.push(whyMoving(file.path, unknown));
    const without = new Set(pins.remainingDates.filter((date) => !hadResult(date)).map(({ unit }) => unit));
    for (const unit of without)
      notes.push(
        `${file.path}, unit ${unit}: it had no result in the earlier run, so its relative dates stay as they are.`,
      );
    dates.push(...pins.pinnedDates.map((date) => ({ ...date, path: file.path })));
    ready.push({ ...file, request: pins.request });
  }
  if (problems.length > 0) throw new UserError([...problems, "Nothing was sent to the service."]);
  const omittedCount = manifest.files.length - files.length;
  if (omittedCount > 0)
    notes.push(`${omittedCount} of the ${manifest.files.length} files in the manifest are left out.`);
  return { files: ready, notes, dates };
}

/** Why a file is not the one that was run: the rest of a sentence that begins with its name. */
function whyChanged(file: RunFile, before: ManifestFile | undefined): string | undefined {
  if (before === undefined) return undefined;
  if (file.family !== before.family) return `was run as ${before.family}, and is read as ${file.family}`;
  if (file.parametersSha256 !== before.parametersSha256.toLowerCase())
    return "is not the file that was run: its parameters differ (parametersSha256)";
  if (file.sha256 !== before.sha256.toLowerCase())
    return "is not the file that was run: it is written in another way, though its parameters are the same (sha256)";
  return undefined;
}

function whyMoving(path: string, [first, ...others]: readonly MovingDate[]): string {
  const more = others.length === 0 ? "" : ` and ${count(others.length, "other")}`;
  return `${path} cannot be computed as it was: the manifest does not say which day the relative date ${JSON.stringify(first?.text)} at ${first?.pointer} was${more}. Leave the file out.`;
}

/** Each relative date that a day replaced, in one line, and how many more there are. */
export function pinnedDateLines(dates: readonly PinnedFile[]): readonly string[] {
  const lines = dates.map(
    ({ path, pointer, text, day }) => `${path}: ${pointer}: ${text === "" ? "no date" : text} is ${day}`,
  );
  return limitLines(lines, "dates");
}

/** The most lines of one kind; the others are counted. */
const MAX_LINES = 100;

/** The first lines of a list, and how many more there are. */
function limitLines(lines: readonly string[], what: string): readonly string[] {
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES), `And ${lines.length - MAX_LINES} more ${what}.`];
}

/** An earlier run that is computed again. */
export type Reproduction = Awaited<ReturnType<typeof openReproduction>>;

/**
 * Opens a run to compute it again.
 *
 * @param folder the run folder, or the path of its manifest
 * @param patterns globs that select some of its files, `!` excludes; all files where none names any
 * @throws UserError for a manifest that cannot be read, or patterns that select nothing
 */
export async function openReproduction(folder: string, patterns: readonly string[] = []) {
  const earlier = await readEarlierRun(folder);
  const families = new Map(earlier.manifest.files.map((file) => [file.path, file.family]));
  const { inclusions, exclusions } = partitionPatterns(patterns);
  const isOneOf = (file: string, globs: readonly string[]) => globs.some((glob) => pathMatcher(glob)(file));
  const paths = [...families.keys()].filter(
    (file) => (inclusions.length === 0 || isOneOf(file, inclusions)) && !isOneOf(file, exclusions),
  );
  if (paths.length === 0)
    throw new UserError(`No files of ${folder} match the input files: ${patterns.join(" ")}. Name files of that run.`);
  return {
    /** The files of the earlier run that are computed again, in its order. */
    paths,
    /** The family that each file of the earlier run was run as. */
    families,
    run: earlier.run,
    /**
     * The files as the earlier run sent them.
     * @param service the origin of the service that computes them now
     * @throws UserError where they have changed, or a day is not known
     */
    pin: (files: readonly RunFile[], service: string) => ({
      ...pinFiles(files, earlier.manifest),
      /** What may make the results differ, a sentence each. */
      warnings:
        service === earlier.run.service
          ? []
          : [`The run was computed by ${earlier.run.service}, and is computed again by ${service}.`],
    }),
    /** Compares the results in the folder of the new run with the earlier ones, and writes the outcome to its manifest. */
    conclude: (newFolder: string) => concludeReproduction(earlier, newFolder),
  };
}

/** The run that is computed again. */
interface EarlierRun {
  readonly manifest: Manifest;
  /** The folder of its results, which can be missing; absolute. */
  readonly folder: string;
  /** What the manifest of the new run records. */
  readonly run: ReproducedRun;
}

/**
 * Reads the manifest of a run that is computed again.
 * @param run the run folder, or the path of its manifest, which can have any name and need not have the results beside it
 * @throws UserError where it cannot be read, or is damaged
 */
export async function readEarlierRun(run: string): Promise<EarlierRun> {
  const isFolder = await stat(run).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  const file = isFolder ? join(run, MANIFEST_NAME) : run;
  const { manifest, manifestSha256 } = await readDigestedManifest(file, {
    isNamedByUser: true,
    explain: (reason) =>
      `The manifest to reproduce, ${file}: ${reason}. Name a run folder, or the manifest.json in it.`,
  });
  const { startedAt, service } = manifest;
  return { manifest, folder: dirname(resolve(file)), run: { manifestSha256, startedAt, service } };
}

/**
 * Compares the results of a finished run with those of the run that it computes again, without any tolerance, and writes the outcome to its
 * manifest. Reads the earlier results only where the bytes differ.
 *
 * @param folder the run folder
 * @throws UserError for a manifest that is missing or damaged; errors of the disk
 */
export async function concludeReproduction(earlier: EarlierRun, folder: string): Promise<ManifestReproduction> {
  const manifest = await readManifest(folder);
  const reproduces = { ...earlier.run, compared: await compareWithEarlier(earlier, folder, manifest) };
  await writeManifest(folder, { ...manifest, reproduces });
  return reproduces;
}

async function compareWithEarlier(
  earlier: EarlierRun,
  folder: string,
  manifest: Manifest,
): Promise<ReproductionResult> {
  const filesNow = new Map(manifest.files.map((file) => [file.path, file]));
  const files = earlier.manifest.files.filter(({ path }) => filesNow.has(path));
  const { units: reviews } = await compareRuns({
    files: manifest.files,
    folder,
    earlier: { folder: earlier.folder, manifest: { ...earlier.manifest, files }, missing: [] },
    missingReason: "",
    tolerances: [],
    parameters: [],
  });
  const outcomes = new Map(reviews.map((review) => [keyOfUnit(review), review.outcome]));
  const units: ReproducedUnit[] = [];
  const unitsWithResult: ReproducedUnit[] = [];
  for (const { path, units: earlierUnits } of files) {
    const file = filesNow.get(path);
    for (const earlierUnit of earlierUnits) {
      const now = file?.units.find(({ id }) => id === earlierUnit.id);
      const outcome = outcomes.get(keyOfUnit({ path, unit: earlierUnit.id }));
      const compared = reproductionOf(earlierUnit, now, outcome ?? { kind: "vanished" }, file);
      const unit = { path, id: earlierUnit.id, ...compared };
      units.push(unit);
      if (earlierUnit.status === "success") unitsWithResult.push(unit);
    }
  }
  const isSame = ({ outcome }: ReproducedUnit) => outcome === "same-bytes" || outcome === "same-tables";
  return { reproduced: unitsWithResult.length > 0 && unitsWithResult.every(isSame), units };
}

/** What the comparison of a unit says about its reproduction. */
function reproductionOf(
  earlier: ManifestUnit,
  now: ManifestUnit | undefined,
  outcome: ReviewOutcome,
  file: ManifestFile | undefined,
): Omit<ReproducedUnit, "path" | "id"> {
  const incomparable = (reason: string) => ({ outcome: "not-comparable", reason }) as const;
  if (earlier.status !== "success") return incomparable(`it had no result in the earlier run: ${earlier.status}`);
  if (outcome.kind === "failed") return incomparable(`it has no result now: ${outcome.status}: ${outcome.message}`);
  if (now === undefined || outcome.kind === "vanished" || outcome.kind === "appeared") {
    const reason = file?.problem === undefined ? "" : `: ${file.problem.message}`;
    return incomparable(`it has no result now: ${now?.status ?? file?.status ?? "not run"}${reason}`);
  }
  if (outcome.kind === "altered" || outcome.kind === "not-compared") return incomparable(outcome.reason);
  if (outcome.kind === "same" && now.sha256 !== undefined && now.sha256 === earlier.sha256?.toLowerCase())
    return { outcome: "same-bytes" };
  const dates = pairDates(earlier, now);
  if (dates.isDifferent)
    return incomparable(
      `it was computed for ${dates.before} earlier and for ${dates.after} later: its parameters leave the days to the service`,
    );
  if (outcome.kind === "same") return { outcome: "same-tables" };
  const { changedCells, comparedCells, form, moves } = outcome;
  const cells = changedCells === 0 ? [] : [`${changedCells} of ${comparedCells} cells differ`];
  return {
    outcome: "differs",
    reason: [...cells, ...form.map(formText)].join(", "),
    ...(moves.length === 0 ? {} : { moves: moves.map(toMove) }),
  };
}

function toMove({ row, column, before, after }: NumberChange): ReproducedMove {
  return { row: row.map(plainText).join(", "), column, before, after };
}

/** The outcome of a run that was computed again, in one line: `reproduced: 3 of 3 results the same, 1 of them in its tables alone`. */
export function reproductionHeadline({ reproduced, units }: ReproductionResult): string {
  const number = (outcome: ReproductionOutcome) => units.filter((unit) => unit.outcome === outcome).length;
  const [tables, differ, open] = [number("same-tables"), number("differs"), number("not-comparable")];
  const same = number("same-bytes") + tables;
  return [
    `${reproduced ? "reproduced" : "not reproduced"}: ${same} of ${count(units.length, "result")} the same`,
    ...(tables > 0 ? [`${tables === 1 ? "1 of them in its tables" : `${tables} of them in their tables`} alone`] : []),
    ...(differ > 0 ? [`${differ} differ${differ === 1 ? "s" : ""}`] : []),
    ...(open > 0 ? [`${open} cannot be compared`] : []),
  ].join(", ");
}

/** The units whose result is not the same, or cannot be compared. */
export function differingUnits(compared: ReproductionResult | undefined): readonly ReproducedUnit[] {
  return (compared?.units ?? []).filter(({ outcome }) => outcome === "differs" || outcome === "not-comparable");
}

/** Each unit that is not the same, in one line, and how many more there are. */
export function differenceLines(compared: ReproductionResult | undefined): readonly string[] {
  return limitLines(differingUnits(compared).map(reproductionLine), "units");
}

/** A unit that is not the same, in one line. */
function reproductionLine({ path, id, outcome, reason = "", moves = [] }: ReproducedUnit): string {
  const [largest] = moves;
  const moveText =
    largest === undefined
      ? ""
      : `; the largest move: ${largest.column} of ${largest.row}, ${largest.before} earlier, ${largest.after} later`;
  const what = outcome === "differs" ? "differs: " : outcome === "not-comparable" ? "cannot be compared: " : outcome;
  return `${path}, unit ${id}: ${what}${reason}${moveText}`;
}
