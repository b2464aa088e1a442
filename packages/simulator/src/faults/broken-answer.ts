import { type Clock, sleep } from "@analytics-engines/core/basics";
import type { WireAnswer } from "../routes/reply.ts";
import type { Fault } from "./rule.ts";
import { alreadySent, type Wire } from "./wire.ts";

/** The faults that break an answer while it is sent. The others change or replace it before. */
export type BreakingFault = Extract<
  Fault,
  { kind: "reset-after-headers" | "cut" | "slow" | "wrong-length" | "broken-gzip" }
>;

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
export function answerBrokenFetch(
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
export async function writeBrokenAnswer(
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
