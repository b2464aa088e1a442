import type { ResultBody } from "../service/answer.ts";

/** A document that stands in memory as a result, its bytes as they came. */
export function documentBody(bytes: Uint8Array): ResultBody {
  const text = () => new TextDecoder().decode(bytes);
  return {
    contentType: "application/json",
    contentLength: bytes.length,
    stream: new ReadableStream({
      start(controller) {
        controller.enqueue(bytes);
        controller.close();
      },
    }),
    bytes: async () => bytes,
    text: async () => text(),
    json: async () => JSON.parse(text()),
  };
}
