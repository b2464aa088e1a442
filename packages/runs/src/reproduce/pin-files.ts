import { count, isObject } from "@analytics-engines/core/basics";
import { type MovingDate, type PinnedDate, pinDates } from "@analytics-engines/core/parameters";
import type { Manifest, ManifestFile } from "../folder/manifest/manifest.ts";
import type { RunFile } from "../folder/run-options.ts";
import { UserError } from "../user-error.ts";

/** Parameter files with the days that their relative dates were in the earlier run. */
export interface PinnedRun {
  /** With days in the place of relative dates. Their digests are those of the unchanged files. */
  readonly files: readonly RunFile[];
  /** What a user should know, a sentence each; the first says which run is computed again. */
  readonly notes: readonly string[];
  /** The dates that became days. */
  readonly dates: readonly PinnedFile[];
}

/** A date of a file that became a day. */
export interface PinnedFile extends PinnedDate {
  readonly path: string;
}

/**
 * Makes the requests that an earlier run sent: the files must have the digests of its manifest, and relative dates become the days of then. A
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
      notes.push(`${file.path}, unit ${unit}: it had no result then, so its relative dates stay as they are.`);
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
export function limitLines(lines: readonly string[], what: string): readonly string[] {
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES), `And ${lines.length - MAX_LINES} more ${what}.`];
}
