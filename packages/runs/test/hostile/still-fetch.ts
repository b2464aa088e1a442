import { EXCHANGE_HEADER, type StillTime } from "./still-time.ts";

/** How much of each answer's body the client took, after decompression, by exchange. */
export type Taken = Map<number, number>;

let exchanges = 0;

/** Node's own fetch, with its own pool of connections, on still time. */
export function stillFetch(time: StillTime, taken: Taken): (request: Request) => Promise<Response> {
  return async (request) => {
    exchanges += 1;
    const exchange = exchanges;
    request.headers.set(EXCHANGE_HEADER, String(exchange));
    const response = await time.wait(exchange, fetch(request));
    if (response.body === null) return response;
    const reader = response.body.getReader();
    const stream = new ReadableStream(
      {
        type: "bytes",
        async pull(controller) {
          const { value } = await time.wait(exchange, reader.read());
          if (value === undefined) {
            controller.close();
            controller.byobRequest?.respond(0);
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
