import type { AnswerKind } from "../endpoints/endpoints.ts";

/** The limit of a body, bytes after decompression. A body with a larger `Content-Length` is not read at all. */
export interface BodyLimit {
  /** The kind of body, for messages. */
  readonly what: string;
  readonly bytes: number;
}

const KIB = 1024;
const MIB = 1024 * KIB;

/** Every body except results is read into memory, so each kind has a limit, far above its usual size. */
export const bodyLimits = {
  error: { what: "an error", bytes: 64 * KIB },
  none: { what: "an answer without a document", bytes: 64 * KIB },
  token: { what: "an OAuth token", bytes: 64 * KIB },
  discovery: { what: "an OAuth discovery document", bytes: 256 * KIB },
  status: { what: "a status", bytes: 16 * MIB },
  parameters: { what: "the parameters of a job", bytes: 64 * MIB },
  list: { what: "a list", bytes: 64 * MIB },
} as const satisfies Record<string, BodyLimit>;

/** The limit of a body that is not a result, by the kind that its route declares. */
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
