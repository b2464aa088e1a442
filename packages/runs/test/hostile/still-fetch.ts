import { createAgentFetch } from "../../src/network/agent-fetch.ts";
import { EXCHANGE_HEADER, type StillTime } from "./still-time.ts";

/** How much of each answer's body the client took, after decompression, by exchange. */
export type Taken = Map<number, number>;

let exchanges = 0;

/** The fetch of a run, with its own pool of connections, on still time. */
export function stillFetch(time: StillTime, taken: Taken): (request: Request) => Promise<Response> {
  const fetch = createAgentFetch({});
  return async (request) => {
    exchanges += 1;
    const exchange = exchanges;
    request.headers.set(EXCHANGE_HEADER, String(exchange));
    const response = await time.wait(exchange, fetch(request));
    if (response.body === null) return response;
    const reader = response.body.getReader();
    const stream = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { value } = await time.wait(exchange, reader.read());
          if (value === undefined) {
            controller.close();
            return;
          }
          taken.set(exchange, (taken.get(exchange) ?? 0) + value.byteLength);
          controller.enqueue(value);
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    );
    const { status, statusText, headers } = response;
    return new Response(stream, { status, statusText, headers });
  };
}
