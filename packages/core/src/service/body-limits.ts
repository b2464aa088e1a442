import type { AnswerKind } from "./endpoints.ts";

/** The most that is read of a body, bytes after decompression. A body that announces more is not read at all. */
export interface BodyLimit {
  /** What has the limit, in words. */
  readonly what: string;
  readonly bytes: number;
}

const KiB = 1024;
const MiB = 1024 * KiB;

/** Every body that is not a result is held in memory, so each kind has a limit, far above what a service has reason to send. */
export const bodyLimits = {
  error: { what: "an error", bytes: 64 * KiB },
  none: { what: "an answer without a document", bytes: 64 * KiB },
  token: { what: "an OAuth token", bytes: 64 * KiB },
  discovery: { what: "an OAuth discovery document", bytes: 256 * KiB },
  status: { what: "a status", bytes: 16 * MiB },
  parameters: { what: "the parameters of a job", bytes: 64 * MiB },
  list: { what: "a list", bytes: 64 * MiB },
} as const satisfies Record<string, BodyLimit>;

/** The limit for a body that is no result, by what its route declares. */
export function bodyLimit(kind: Exclude<AnswerKind, "result">): BodyLimit {
  if (kind === "none") return bodyLimits.none;
  if (statuses.has(kind)) return bodyLimits.status;
  return /(?:Calculation|Optimization)Parameters(?:Root)?$/.test(kind) ? bodyLimits.parameters : bodyLimits.list;
}

const statuses: ReadonlySet<string> = new Set([
  "CalculationStatusRoot",
  "CalculationInfoRoot",
  "FIABCalculationStatus",
]);
