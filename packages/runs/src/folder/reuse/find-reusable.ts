import { join } from "node:path";
import { canonicalUnit, isObject, property } from "@analytics-engines/core/basics";
import type { DateSource } from "@analytics-engines/core/parameters";
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

/** What the units of a new run are compared with. */
export interface ReuseLimits {
  /** Origin of the service of the new run. */
  readonly service: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Prepares to find the units whose family, id, parameters, connection and age agree with a successful unit of an earlier run. Their days are
 * not compared yet. A unit may come from a file of another name: a unit of a sweep can move to another job.
 * @returns finds the candidates among the units of a file
 */
export function createCandidateFinder(source: ReuseSource, limits: ReuseLimits) {
  const { manifest } = source;
  const earlierUnits = new Map<string, Omit<Candidate, "id">>();
  if (manifest.service === limits.service && manifest.reproduces === undefined) {
    for (const file of manifest.files) {
      for (const unit of file.units) {
        const digest = unit.parametersSha256 ?? (unit.id === "result" ? file.parametersSha256 : undefined);
        const startedAt = unit.reused?.startedAt ?? manifest.startedAt;
        if (digest === undefined || !isWhole(unit) || !isFresh(startedAt, source.maxAgeSeconds, limits.now)) continue;
        earlierUnits.set(keyOf(file, unit.id, digest), { earlier: unit, startedAt });
      }
    }
  }
  return (file: RunFile, unitIds: readonly string[]): Candidate[] =>
    unitIds.flatMap((id) => {
      const parameters = canonicalUnit(file.request, id);
      const digest = parameters === undefined ? file.parametersSha256 : sha256(parameters);
      const match = earlierUnits.get(keyOf(file, id, digest));
      return match === undefined ? [] : [{ id, ...match }];
    });
}

/** Whether a unit has a result that is proved to be whole. */
function isWhole({ status, file, bytes, sha256, end }: ManifestUnit): boolean {
  const isStored = file !== undefined && bytes !== undefined && sha256 !== undefined;
  return status === "success" && isStored && end === undefined;
}

/** A time in the future is that of a wrong clock, and proves nothing. */
function isFresh(startedAt: Manifest["startedAt"], maxAgeSeconds: number, now: number): boolean {
  const ageMs = now - Date.parse(startedAt);
  return ageMs >= 0 && ageMs <= maxAgeSeconds * 1000;
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

/** The candidates whose days are the same as in the earlier run. The service is asked only for the dates of candidates. */
export async function withSameDays(
  { family, request }: RunFile,
  candidates: readonly Candidate[],
  { client, now, signal }: DaysContext,
): Promise<readonly Candidate[]> {
  if (candidates.length === 0 || !isObject(request)) return [];
  const earlier = new Map(candidates.map((candidate) => [candidate.id, candidate.earlier]));
  const data = property(request, "data");
  const hasUnits = isObject(data) && candidates.every(({ id }) => Object.hasOwn(data, id));
  const compared = hasUnits
    ? { ...request, data: Object.fromEntries(candidates.map(({ id }) => [id, data[id]])) }
    : request;
  // Most runs reuse nothing.
  const { resolveDates, unitsOfSameDays } = await import("../late-parameters.ts");
  const resolved = await resolveDates(family, compared, { today: new Date(now), source: client, signal });
  const same = unitsOfSameDays(family, compared, (unit) => earlier.get(unit)?.dates, resolved);
  return candidates.filter(({ id }) => same.has(id));
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
  readonly maxAgeSeconds: number;
}

/** A day: what was computed in the last nightly run counts. */
const MAX_AGE_SECONDS = 24 * 60 * 60;

/** Reads the manifest of an earlier run. @throws UserError for a folder without a run, or whose manifest is damaged */
export async function openReuseSource(options: ReuseOptions): Promise<ReuseSource> {
  const { folder, name = folder, maxAgeSeconds = MAX_AGE_SECONDS } = options;
  if (!(maxAgeSeconds > 0)) throw new RangeError("The age limit of reused results must be more than 0 seconds.");
  const { manifest, manifestSha256 } = await readDigestedManifest(join(folder, MANIFEST_NAME), {
    isNamedByUser: true,
    explain: () => `The run to reuse, ${name}, has no manifest.json that can be read. Name the folder of a run.`,
  });
  return { folder, name, manifest, manifestSha256, maxAgeSeconds };
}
