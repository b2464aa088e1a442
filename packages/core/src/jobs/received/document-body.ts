import type { ResultBody } from "../../service/answer.ts";
import { streamedBody } from "../../service/http/result-body.ts";

/** A JSON document in memory as a result. */
export function documentBody(bytes: Uint8Array): ResultBody {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  return streamedBody(stream, { contentType: "application/json", contentLength: bytes.length });
}
