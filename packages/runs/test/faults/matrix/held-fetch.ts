import type { VirtualClock } from "@analytics-engines/core/testing";
import { Agent } from "undici";
import { fetchThrough } from "../../../src/network/agent-fetch.ts";

/** Each request has its own connection, so that a fault of one request does not hit the next. */
const fetch = fetchThrough(new Agent({ pipelining: 0 }));

/** Real sockets on virtual time: while an answer or a piece of one is on its way, time stands still. */
export function heldFetch(clock: VirtualClock): (request: Request) => Promise<Response> {
  return async (request) => {
    const { status, headers, body } = await clock.hold(fetch(request));
    return new Response(body && relay(body.getReader(), clock), { status, headers });
  };
}

function relay(
  reader: { read(): Promise<{ value?: unknown }>; cancel(reason: unknown): Promise<void> },
  clock: VirtualClock,
) {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value } = await clock.hold(reader.read());
        if (value instanceof Uint8Array) controller.enqueue(value);
        else controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
