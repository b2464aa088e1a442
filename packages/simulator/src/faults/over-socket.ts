import { type Clock, sleep } from "@analytics-engines/core";
import type { WireAnswer } from "../routes/reply.ts";
import { piecesOf } from "./over-fetch.ts";
import { alreadySent, type Wire, type WireFault } from "./wire.ts";

/** Writes a broken answer to the socket itself: the server would correct it. */
export async function deliverFaultySocket(
  { status, headers, body = new Uint8Array() }: WireAnswer,
  fault: WireFault,
  { wire: { outgoing }, clock }: { readonly wire: Wire; readonly clock: Clock },
): Promise<Response> {
  const socket = outgoing.socket;
  const announce = (length: number) => outgoing.writeHead(status, { ...headers, "Content-Length": length });
  // A compressed body goes in chunks, without a length.
  const begin = () =>
    headers["Content-Encoding"] === undefined ? announce(body.length) : outgoing.writeHead(status, headers);
  const write = (bytes: Uint8Array) => new Promise<void>((resolve) => outgoing.write(bytes, () => resolve()));
  switch (fault.kind) {
    case "reset-after-headers":
      begin();
      outgoing.flushHeaders();
      // The headers need a moment: a reset at once would overtake them.
      setTimeout(() => socket?.resetAndDestroy(), 5);
      break;
    case "cut":
      begin();
      await write(body.subarray(0, Math.floor(body.length * (fault.share ?? 0.5))));
      socket?.destroySoon();
      break;
    case "wrong-length":
      announce(Math.max(0, body.length + (fault.by ?? 10)));
      await write(body);
      socket?.destroySoon();
      break;
    case "broken-gzip":
      begin();
      outgoing.end(body);
      break;
    case "slow":
      begin();
      for (const { bytes, afterMs } of piecesOf(body, fault.bytesPerSecond)) {
        await sleep(clock, afterMs);
        if (outgoing.destroyed) break;
        await write(bytes);
      }
      outgoing.end();
      break;
  }
  return alreadySent;
}
