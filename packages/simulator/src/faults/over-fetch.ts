import { type Clock, sleep } from "@analytics-engines/core";
import type { WireAnswer } from "../routes/reply.ts";
import { terminated } from "./network-error.ts";
import type { WireFault } from "./wire.ts";

/** Answers without a socket as `fetch` reports the fault: a body that ends early, with an error. */
export function deliverFaultyFetch(
  { status, headers, body = new Uint8Array() }: WireAnswer,
  fault: WireFault,
  { clock, request }: { readonly clock: Clock; readonly request: Request },
): Response {
  const init = { status, headers };
  switch (fault.kind) {
    case "reset-after-headers":
      return new Response(broken(body.subarray(0, 0), terminated("ECONNRESET")), init);
    case "cut":
      return new Response(broken(body.subarray(0, Math.floor(body.length * (fault.share ?? 0.5))), terminated()), init);
    case "broken-gzip":
      return new Response(broken(body.subarray(0, Math.floor(body.length / 2)), terminated("Z_DATA_ERROR")), init);
    case "wrong-length": {
      const by = fault.by ?? 10;
      const withLength = { status, headers: { ...headers, "Content-Length": String(Math.max(0, body.length + by)) } };
      // A client drops what exceeds the announced length.
      return by > 0
        ? new Response(broken(body, terminated("UND_ERR_RES_CONTENT_LENGTH_MISMATCH")), withLength)
        : new Response(body.subarray(0, Math.max(0, body.length + by)), withLength);
    }
    case "slow":
      return new Response(slow(body, fault.bytesPerSecond, clock, request.signal), init);
  }
}

function broken(bytes: Uint8Array<ArrayBuffer>, error: Error): ReadableStream<Uint8Array<ArrayBuffer>> {
  let sent = bytes.length === 0;
  return new ReadableStream({
    pull(controller) {
      if (sent) return controller.error(error);
      sent = true;
      controller.enqueue(bytes);
    },
  });
}

function slow(
  bytes: Uint8Array<ArrayBuffer>,
  bytesPerSecond: number,
  clock: Clock,
  signal: AbortSignal,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const pieces = piecesOf(bytes, bytesPerSecond);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = pieces.next();
      if (done) return controller.close();
      await sleep(clock, value.afterMs, signal);
      controller.enqueue(value.bytes);
    },
  });
}

/** The body in pieces, ten a second or fewer, each with the time it takes. */
export function* piecesOf(
  bytes: Uint8Array<ArrayBuffer>,
  bytesPerSecond: number,
): Generator<{ bytes: Uint8Array<ArrayBuffer>; afterMs: number }, void> {
  const size = Math.max(1, Math.ceil(bytesPerSecond / 10));
  for (let from = 0; from < bytes.length; from += size) {
    const piece = bytes.subarray(from, from + size);
    yield { bytes: piece, afterMs: (piece.length / bytesPerSecond) * 1000 };
  }
}
