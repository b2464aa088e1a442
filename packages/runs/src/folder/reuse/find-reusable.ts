import { join } from "node:path";
import type { Client } from "@analytics-engines/core";
import { canonicalUnit, isObject, property } from "@analytics-engines/core/basics";
import type { DateSource, DayDifference } from "@analytics-engines/core/parameters";
import { sha256 } from "../../files/open-file.ts";
import { MANIFEST_NAME } from "../manifest/format.ts";
import type { Manifest, ManifestFile, ManifestUnit } from "../manifest/manifest.ts";
import { readDigestedManifest } from "../manifest/manifest-file.ts";
import type { ReuseOptions, RunFile } from "../run-options.ts";

/** A unit of a new run, and the unit of the earlier run whose result it may get. */
export interface Candidate {
  readonly id: string;
  readonly earlier: ManifestUnit;
  /** When the run that computed the earlier unit began, ISO 8601, UTC. */
  readonly startedAt: string;
}

/** The run that may copy results. */
export interface NewRun {
  /** Origin of its service. */
  readonly service: string;
  /** Who computes it: see `userDigest`. */
  readonly userSha256: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The units of a file that may be copied, and why each other unit is computed. */
export interface Candidates {
  readonly candidates: readonly Candidate[];
  /** How many units are computed, by the reason in words. */
  readonly computed: ReadonlyMap<string, number>;
}

/**
 * Prepares to find the units whose family, id and parameters agree with a successful unit of an earlier run of the same user at the same
 * service. Their days are not compared yet. A unit may come from a file of another name: a unit of a sweep can move to another job.
 * @returns finds the candidates among the units of a file
 */
export function createCandidateFinder(source: ReuseSource, run: NewRun) {
  const { manifest } = source;
  const refusal = whyNothing(manifest, run);
  const earlierUnits = new Map<string, Omit<Candidate, "id"> | string>();
  if (refusal === undefined) {
    for (const file of manifest.files) {
      for (const unit of file.units) {
        const digest = unit.parametersSha256 ?? (unit.id === "result" ? file.parametersSha256 : undefined);
        const startedAt = unit.reused?.startedAt ?? manifest.startedAt;
        if (digest === undefined) continue;
        const key = keyOf(file, unit.id, digest);
        if (typeof (earlierUnits.get(key) ?? "") !== "string") continue;
        const isOld = !isFresh(startedAt, source.maxAgeSeconds, run.now);
        const reason = !isWhole(unit) ? "without a whole result there" : isOld ? "older than the age limit" : undefined;
        earlierUnits.set(key, reason ?? { earlier: unit, startedAt });
      }
    }
  }
  return (file: RunFile, unitIds: readonly string[]): Candidates => {
    const candidates: Candidate[] = [];
    const computed = new Map<string, number>();
    for (const id of unitIds) {
      const parameters = canonicalUnit(file.request, id);
      const digest = parameters === undefined ? file.parametersSha256 : sha256(parameters);
      const match = refusal ?? earlierUnits.get(keyOf(file, id, digest)) ?? "of new or changed parameters";
      if (typeof match === "string") addCount(computed, match, 1);
      else candidates.push({ id, ...match });
    }
    return { candidates, computed };
  };
}

/** Counts more units that are computed for a reason. */
export function addCount(counts: Map<string, number>, reason: string, units: number): void {
  counts.set(reason, (counts.get(reason) ?? 0) + units);
}

/** Why no unit of an earlier run can be copied; `undefined` where some may. */
function whyNothing(earlier: Manifest, { service, userSha256 }: NewRun): string | undefined {
  if (earlier.service !== service) return "computed by another service";
  if (earlier.reproduces !== undefined) return "of a run that computed another again";
  if (userSha256 === undefined) return "of a user that the token does not name";
  if (earlier.userSha256 === undefined) return "computed by a user that the earlier run does not name";
  return earlier.userSha256 === userSha256 ? undefined : "computed by another user";
}

/**
 * The digest of who computes a run, for its manifest; `undefined` where only the service knows. Of another user, an account of the same name is
 * another account.
 */
export function userDigest({ user }: Pick<Client, "user">): string | undefined {
  return user === undefined ? undefined : sha256(`user ${user}`);
}

/** Whether a unit has a result that is proved to be whole. */
function isWhole({ status, file, bytes, sha256, end }: ManifestUnit): boolean {
  const isStored = file !== undefined && bytes !== undefined && sha256 !== undefined;
  return status === "success" && isStored && end === undefined;
}

/** A time in the future is that of a wrong clock, and proves no age. */
function isFresh(startedAt: Manifest["startedAt"], maxAgeSeconds: number | undefined, now: number): boolean {
  const ageMs = now - Date.parse(startedAt);
  return maxAgeSeconds === undefined || (ageMs >= 0 && ageMs <= maxAgeSeconds * 1000);
}

function keyOf({ family }: Pick<ManifestFile, "family">, unitId: string, digest: string): string {
  return `${family} ${digest.toLowerCase()} ${unitId}`;
}

/** Who converts relative dates, and when. */
interface DaysContext {
  readonly client: DateSource;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly signal?: AbortSignal | undefined;
}

const differences: Readonly<Record<DayDifference, string>> = {
  "other-days": "with dates that mean other days now",
  "decided-by-service": "with days that the service decides",
};

/** The candidates whose days are the same as in the earlier run. The service is asked only for the dates of candidates. */
export async function withSameDays(
  { family, request }: RunFile,
  { candidates, computed }: Candidates,
  { client, now, signal }: DaysContext,
): Promise<Candidates> {
  if (candidates.length === 0 || !isObject(request)) return { candidates: [], computed };
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const data = property(request, "data");
  const hasUnits = isObject(data) && candidates.every(({ id }) => Object.hasOwn(data, id));
  const compared = hasUnits
    ? { ...request, data: Object.fromEntries(candidates.map(({ id }) => [id, data[id]])) }
    : request;
  // Most runs reuse nothing.
  const { resolveDates, differingDays } = await import("../late-parameters.ts");
  const resolved = await resolveDates(family, compared, { today: new Date(now), source: client, signal });
  const earlierDays = (unit: string) => {
    const { startedAt, earlier } = byId.get(unit) ?? {};
    return { startedAt: new Date(startedAt ?? now), dates: earlier?.dates };
  };
  const differing = differingDays(family, compared, earlierDays, resolved);
  const reasons = new Map(computed);
  for (const difference of differing.values()) addCount(reasons, differences[difference], 1);
  return { candidates: candidates.filter(({ id }) => !differing.has(id)), computed: reasons };
}

/** Converts the same dates once, since many units of a run differ in nothing that decides about their days. */
export function cachedDates(source: DateSource): DateSource {
  const cached = ({ dates }: DateSource["pa"]): DateSource["pa"] => {
    const answers = new Map<string, ReturnType<typeof dates.convert>>();
    const convert: typeof dates.convert = (query, options) => {
      const key = JSON.stringify(query);
      const answer = answers.get(key) ?? dates.convert(query, options);
      answers.set(key, answer);
      return answer;
    };
    return { dates: { convert } };
  };
  return { pa: cached(source.pa), vault: cached(source.vault) };
}

/** An earlier run whose results may be copied. */
export interface ReuseSource {
  readonly folder: string;
  /** The folder as the user named it. */
  readonly name: string;
  readonly manifest: Manifest;
  /** SHA-256 of the manifest, hex. */
  readonly manifestSha256: string;
  /** The longest time since the run that computed a result began, seconds; `undefined` for no limit. */
  readonly maxAgeSeconds: number | undefined;
}

/** Reads the manifest of an earlier run. @throws UserError for a folder without a run, or whose manifest is damaged */
export async function openReuseSource(options: ReuseOptions): Promise<ReuseSource> {
  const { folder, name = folder, maxAgeSeconds } = options;
  if (maxAgeSeconds !== undefined && !(maxAgeSeconds > 0))
    throw new RangeError("The age limit of reused results must be more than 0 seconds.");
  const { manifest, manifestSha256 } = await readDigestedManifest(join(folder, MANIFEST_NAME), {
    isNamedByUser: true,
    explain: () => `The earlier run, ${name}, has no manifest.json that can be read. Name the folder of a run.`,
  });
  return { folder, name, manifest, manifestSha256, maxAgeSeconds };
}
