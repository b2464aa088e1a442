import { canonicalUnit } from "@analytics-engines/core/basics";
import { sha256 } from "../../files/sha256.ts";
import type { Manifest, ManifestFile, ManifestUnit } from "../manifest/manifest.ts";
import type { RunFile } from "../run-options.ts";
import type { ReuseSource } from "./reuse-source.ts";

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
