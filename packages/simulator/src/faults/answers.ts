import { gzipSync } from "node:zlib";
import { type Clock, sleep } from "@analytics-engines/core/basics";
import { asVersion3 } from "../results/stach/encode.ts";
import type { Incoming, Reply, WireAnswer } from "../routes/exchange.ts";
import type { Fault } from "./language.ts";
import { alreadySent, type Wire } from "./wire.ts";

/** Sends an answer, with the fault of its request if that breaks the answer. */
export function deliver(answer: WireAnswer, incoming: Incoming, clock: Clock): Response | Promise<Response> {
  const { fault, wire, request } = incoming;
  const changed = change(answer, incoming);
  // `fetch` without a socket returns bodies as a client sees them after it unpacked them.
  const packed = wire !== undefined && acceptsGzip(request) ? pack(changed) : changed;
  switch (fault?.kind) {
    case "reset-after-headers":
    case "cut":
    case "slow":
    case "wrong-length":
    case "broken-gzip":
      if (wire === undefined) return answerBrokenFetch(changed, fault, { clock, signal: request.signal });
      return writeBrokenAnswer(fault.kind === "broken-gzip" ? damage(packed) : packed, fault, { clock, wire });
    default:
      if (wire === undefined) return new Response(changed.body ?? null, changed);
      return send(packed, wire);
  }
}

/** Writes an answer to the socket itself: three times as fast as through a `Response`. */
function send({ status, headers, body }: WireAnswer, { outgoing }: Wire): Response {
  outgoing.writeHead(status, { ...headers, ...framing(status, headers, body) });
  outgoing.end(body);
  return alreadySent;
}

/** A compressed body goes in chunks, as from a service that compresses while it sends. Others have a length. */
function framing(status: number, headers: WireAnswer["headers"], body: WireAnswer["body"]): Record<string, string> {
  if (status === 204) return {};
  if (headers["Content-Encoding"] !== undefined) return { "Transfer-Encoding": "chunked" };
  return { "Content-Length": String(body?.length ?? 0) };
}

/** Applies the faults that change the answer itself. */
function change(answer: WireAnswer, { fault, origin }: Incoming): WireAnswer {
  switch (fault?.kind) {
    case "foreign-location":
      return foreign(answer, origin, fault.origin ?? "https://elsewhere.example");
    case "broken-json":
      return { ...answer, body: answer.body?.subarray(0, Math.floor(answer.body.length / 2)) };
    case "stach-3":
      return answer.body === undefined ? answer : { ...answer, body: asVersion3(answer.body) };
    default:
      return answer;
  }
}

/** Moves the addresses of an answer to another origin. */
function foreign(answer: WireAnswer, origin: string, newOrigin: string): WireAnswer {
  const headers = { ...answer.headers };
  const location = headers["Location"];
  if (location !== undefined) headers["Location"] = new URL(location, origin).href.replace(origin, newOrigin);
  // Only JSON holds addresses.
  if (answer.body === undefined || !/json/.test(headers["Content-Type"] ?? "")) return { ...answer, headers };
  const text = new TextDecoder().decode(answer.body).replaceAll(origin, newOrigin);
  return { ...answer, headers, body: new TextEncoder().encode(text) };
}

/** Shorter bodies are not worth compressing. */
const MIN_PACKED_BYTES = 1024;

function acceptsGzip(request: Request): boolean {
  return /\bgzip\b/i.test(request.headers.get("accept-encoding") ?? "");
}

/** Compressed bodies by their originals: lists of reference data are sent again and again. */
const packedBodies = new WeakMap<Uint8Array, Uint8Array<ArrayBuffer>>();

function pack(answer: WireAnswer, least = MIN_PACKED_BYTES): WireAnswer {
  const { headers, body } = answer;
  if (body === undefined || body.length < least) return answer;
  const packed = packedBodies.get(body) ?? gzipSync(body);
  packedBodies.set(body, packed);
  return { ...answer, headers: { ...headers, "Content-Encoding": "gzip", Vary: "Accept-Encoding" }, body: packed };
}

/** A gzip body that is damaged from a point on. */
function damage(answer: WireAnswer): WireAnswer {
  const packed = answer.headers["Content-Encoding"] === "gzip" ? answer : pack(answer, 0);
  // The header of the stream is intact, so that reading fails in the middle.
  const body = packed.body?.map((byte, index) => (index > 12 && index % 3 === 0 ? byte ^ 0xff : byte));
  return { ...packed, body };
}

/** The faults that break an answer while it is sent. The others change or replace it before. */
type BreakingFault = Extract<Fault, { kind: "reset-after-headers" | "cut" | "slow" | "wrong-length" | "broken-gzip" }>;

/** How an answer breaks: the length that it announces, the bytes that arrive, and the code of the error that ends it. */
interface Breakage {
  readonly announced: number;
  readonly arriving: number;
  readonly code?: string;
}

function breakageOf(fault: BreakingFault, length: number): Breakage {
  switch (fault.kind) {
    case "reset-after-headers":
      return { announced: length, arriving: 0, code: "ECONNRESET" };
    case "cut":
      return { announced: length, arriving: Math.floor(length * (fault.share ?? 0.5)), code: "UND_ERR_SOCKET" };
    case "wrong-length":
      return {
        announced: Math.max(0, length + (fault.by ?? 10)),
        arriving: length,
        code: "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
      };
    default:
      return { announced: length, arriving: length };
  }
}

/** Answers without a socket as `fetch` reports the fault: a body that ends early, with an error. */
function answerBrokenFetch(
  { status, headers, body = new Uint8Array() }: WireAnswer,
  fault: BreakingFault,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Response {
  let { announced, arriving, code } = breakageOf(fault, body.length);
  if (fault.kind === "broken-gzip") [arriving, code] = [Math.floor(body.length / 2), "Z_DATA_ERROR"];
  // A client drops what exceeds the announced length.
  if (announced <= arriving && fault.kind === "wrong-length") [arriving, code] = [announced, undefined];
  const pieces = piecesOf(body.subarray(0, arriving), fault);
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done: isDone, value } = pieces.next();
      if (!isDone) {
        if (value.afterMs > 0) await sleep(clock, value.afterMs, signal);
        controller.enqueue(value.bytes);
      } else if (code === undefined) controller.close();
      else {
        const cause = Object.assign(new Error("other side closed"), { code });
        controller.error(new TypeError("terminated", { cause }));
      }
    },
  });
  const length: Record<string, string> = fault.kind === "wrong-length" ? { "Content-Length": String(announced) } : {};
  return new Response(stream, { status, headers: { ...headers, ...length } });
}

/** Writes a broken answer to the socket itself, because the server would correct it. */
async function writeBrokenAnswer(
  { status, headers, body = new Uint8Array() }: WireAnswer,
  fault: BreakingFault,
  { wire: { outgoing }, clock }: { readonly wire: Wire; readonly clock: Clock },
): Promise<Response> {
  const { socket } = outgoing;
  const { announced, arriving, code } = breakageOf(fault, body.length);
  // A compressed body goes in chunks, without a length.
  const isChunked = headers["Content-Encoding"] !== undefined && fault.kind !== "wrong-length";
  outgoing.writeHead(status, isChunked ? headers : { ...headers, "Content-Length": announced });
  outgoing.flushHeaders();
  for (const { bytes, afterMs } of piecesOf(body.subarray(0, arriving), fault)) {
    if (afterMs > 0) await sleep(clock, afterMs);
    if (outgoing.destroyed) break;
    await new Promise<void>((resolve) => outgoing.write(bytes, () => resolve()));
  }
  if (code === undefined) outgoing.end();
  // The headers need a moment: the end of the connection could overtake them.
  else setTimeout(() => (code === "ECONNRESET" ? socket?.resetAndDestroy() : socket?.destroySoon()), 5);
  return alreadySent;
}

/** The body in pieces, each with the wait before it. A slow body has at most ten pieces a second, any other has one piece. */
function* piecesOf(
  body: Uint8Array<ArrayBuffer>,
  fault: BreakingFault,
): Generator<{ bytes: Uint8Array<ArrayBuffer>; afterMs: number }, void> {
  const bytesPerSecond = fault.kind === "slow" ? fault.bytesPerSecond : Number.POSITIVE_INFINITY;
  const size = Math.max(1, Math.ceil(bytesPerSecond / 10));
  for (let from = 0; from < body.length; from += size) {
    const bytes = body.subarray(from, from + size);
    yield { bytes, afterMs: (bytes.length / bytesPerSecond) * 1000 };
  }
}

const PAGE = "<!DOCTYPE html><html><head><title>503</title></head><body><h1>Service Unavailable</h1></body></html>";

/** The answer of a fault that replaces the service's own answer. */
export function insteadOfAnswer(fault: Fault): Reply | undefined {
  const errors = (code: string, detail: string) => ({
    errors: [{ id: "0123456789abcdef", code, title: "Failed to process request", detail }],
  });
  switch (fault.kind) {
    case "503":
      return { status: 503, bytes: { contentType: "text/html", body: new TextEncoder().encode(PAGE) } };
    case "500":
      return { status: 500, json: errors("InternalServerError", "An unexpected error occurred") };
    case "404":
      return { status: 404, json: errors("NotFound", "Calculation not found") };
    case "429": {
      const headers = fault.retryAfterSeconds === undefined ? {} : { "Retry-After": String(fault.retryAfterSeconds) };
      return { status: 429, headers, json: errors("TooManyRequests", "The rate limit is reached") };
    }
    default:
      return undefined;
  }
}

/** Ends the connection without an answer; without a socket, throws as `fetch` does. */
export function dropConnection(kind: "refused" | "reset", wire: Wire | undefined): Response {
  if (wire === undefined) {
    const code = kind === "refused" ? "ECONNREFUSED" : "ECONNRESET";
    throw new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
  }
  if (kind === "refused") wire.incoming.socket.destroy();
  else wire.incoming.socket.resetAndDestroy();
  return alreadySent;
}
