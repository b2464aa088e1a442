import type { ResultBody } from "@analytics-engines/core";

/** A result that arrives in these pieces; an error breaks it off. */
export function bodyOf(
  pieces: readonly (Uint8Array | string | Error)[],
  contentType = "application/json",
  contentLength?: number,
): ResultBody {
  const left = [...pieces];
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = left.shift();
      if (piece === undefined) controller.close();
      else if (piece instanceof Error) controller.error(piece);
      else controller.enqueue(typeof piece === "string" ? new TextEncoder().encode(piece) : piece);
    },
  });
  const unused = () => Promise.reject(new Error("The store reads the stream."));
  return { contentType, contentLength, stream, bytes: unused, text: unused, json: unused };
}
