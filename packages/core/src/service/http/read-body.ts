import type { AnswerKind } from "../endpoints/route.ts";
import { AnswerTooLargeError, type ServiceErrorDetails } from "../errors/errors.ts";
import type { RequestDeadline } from "./request-deadline.ts";

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

/**
 * The bytes of a body that is not a result.
 * @throws AnswerTooLargeError as soon as the body exceeds its limit; the rest is not read, and the connection is closed
 */
export async function readBytes(
  response: Response,
  limit: BodyLimit,
  deadline: RequestDeadline,
  details: ServiceErrorDetails,
): Promise<Uint8Array> {
  const tooLarge = (size: string) =>
    new AnswerTooLargeError(
      `${details.method} ${details.path} answered with ${size}, and the limit for ${limit.what} is ${limit.bytes} bytes`,
      { ...details, limitBytes: limit.bytes },
    );
  // A 204 has no body, whatever its Content-Length says.
  if (response.body !== null && (announcedBytes(response.headers) ?? 0) > limit.bytes) {
    response.body.cancel().catch(() => undefined);
    throw tooLarge(`${announcedBytes(response.headers)} bytes`);
  }
  const { bytes, end, cause } = await readBeginning(response, limit.bytes, deadline);
  if (end === "broken") throw cause;
  if (end === "limit") throw tooLarge("more");
  return bytes;
}

/** The part of a body that was read. */
interface Beginning {
  readonly bytes: Uint8Array;
  /** Why reading ended: the body ended, it has more bytes than the limit, or it broke off. */
  readonly end: "whole" | "limit" | "broken";
  /** The error that broke it off. */
  readonly cause?: unknown;
}

/** Reads up to `most` bytes; if there are more, the connection is closed. */
export async function readBeginning(response: Response, most: number, deadline: RequestDeadline): Promise<Beginning> {
  const reader = response.body?.getReader();
  // One buffer that grows, because a list of millions of tiny pieces would take many times the memory.
  let buffer = new Uint8Array(0);
  let length = 0;
  const read = (end: Beginning["end"], cause?: unknown) => ({ bytes: buffer.subarray(0, length), end, cause });
  while (reader !== undefined) {
    let next: ReadableStreamReadResult<Uint8Array>;
    try {
      next = await deadline.within(reader.read());
    } catch (cause) {
      return read("broken", cause);
    }
    const { value, done } = next;
    if (done) break;
    const piece = value.subarray(0, most - length);
    if (length + piece.length > buffer.length) buffer = enlarge(buffer, length + piece.length);
    buffer.set(piece, length);
    length += piece.length;
    if (piece.length === value.length) continue;
    reader.cancel().catch(() => undefined);
    return read("limit");
  }
  return read("whole");
}

function enlarge(buffer: Uint8Array<ArrayBuffer>, least: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(least, 2 * buffer.length));
  larger.set(buffer);
  return larger;
}

/** The length of the body after decompression, if the headers say it; `undefined` for a compressed body. */
export function announcedLength(headers: Headers): number | undefined {
  const isCompressed = (headers.get("content-encoding") ?? "identity") !== "identity";
  return isCompressed ? undefined : announcedBytes(headers);
}

/** `Content-Length`: the bytes before decompression. */
function announcedBytes(headers: Headers): number | undefined {
  const text = headers.get("content-length");
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
