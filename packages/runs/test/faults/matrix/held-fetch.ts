import type { VirtualClock } from "@analytics-engines/core/testing";
import { Agent, fetch as socketFetch } from "undici";

/** Each request has its own connection, so that a fault of one request does not hit the next. */
const dispatcher = new Agent({ pipelining: 0 });

/** Real sockets on virtual time: while an answer or a piece of one is on its way, time stands still. */
export function heldFetch(clock: VirtualClock): (request: Request) => Promise<Response> {
  return async (request) => {
    const { url, method, headers, signal, redirect } = request;
    const body = request.body === null ? null : await request.text();
    const init = { method, headers: Object.fromEntries(headers), body, signal, redirect, dispatcher };
    const response = await clock.hold(socketFetch(url, init));
    // The caller knows only the classes of Node's own fetch, not those of undici.
    const { status } = response;
    const reader = response.body?.getReader();
    const stream = reader && ![204, 205, 304].includes(status) ? relay(reader, clock) : null;
    return new Response(stream, { status, headers: [...response.headers] });
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
