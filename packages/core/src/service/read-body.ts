import type { BodyLimit } from "./body-limits.ts";
import { AnswerTooLargeError, type ServiceErrorDetails } from "./errors.ts";
import type { RequestDeadline } from "./request-deadline.ts";

/**
 * The text of a body that is no result.
 * @throws AnswerTooLargeError as soon as it passes its limit; the rest is not read, and the connection is closed
 */
export async function readText(
  response: Response,
  limit: BodyLimit,
  deadline: RequestDeadline,
  details: ServiceErrorDetails,
): Promise<string> {
  // What announces its length cannot exceed it, unless it is compressed.
  if (isWithin(response.headers, limit)) return deadline.within(response.text());
  return new TextDecoder().decode(await readBytes(response, limit, deadline, details));
}

/** The bytes of a body that is no result. @throws as `readText` does */
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
  // A 204 has no body, whatever length it announces.
  if (response.body !== null && (announcedBytes(response.headers) ?? 0) > limit.bytes) {
    response.body.cancel().catch(() => undefined);
    throw tooLarge(`${announcedBytes(response.headers)} bytes`);
  }
  const { bytes, end, cause } = await readBeginning(response, limit.bytes, deadline);
  if (end === "broken") throw cause;
  if (end === "limit") throw tooLarge("more");
  return bytes;
}

/** What was read of a body. */
interface Beginning {
  readonly bytes: Uint8Array;
  /** Why there is no more: that is all, there is more than is read, or it broke off. */
  readonly end: "whole" | "limit" | "broken";
  /** What broke it off. */
  readonly cause?: unknown;
}

/** Reads up to so many bytes; if there are more, the connection is closed. */
export async function readBeginning(response: Response, most: number, deadline: RequestDeadline): Promise<Beginning> {
  const reader = response.body?.getReader();
  // One buffer that grows: millions of tiny pieces would take many times their bytes.
  let buffer = new Uint8Array(0);
  let length = 0;
  const read = (end: Beginning["end"], cause?: unknown) => ({ bytes: buffer.subarray(0, length), end, cause });
  while (reader !== undefined) {
    const next = await deadline.within(reader.read()).catch((cause) => ({ cause }));
    if ("cause" in next) return read("broken", next.cause);
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

function isWithin(headers: Headers, { bytes }: BodyLimit): boolean {
  const announced = announcedLength(headers);
  return announced !== undefined && announced <= bytes;
}

/** How long a body is when it is read, as its answer says; that of a compressed one is not said. */
export function announcedLength(headers: Headers): number | undefined {
  const isCompressed = (headers.get("content-encoding") ?? "identity") !== "identity";
  return isCompressed ? undefined : announcedBytes(headers);
}

/** `Content-Length`: of a compressed body, the bytes before decompression. */
function announcedBytes(headers: Headers): number | undefined {
  const text = headers.get("content-length");
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
