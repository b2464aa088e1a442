import type { ResultBody } from "../service/answer.ts";
import { isByteStream } from "../service/result-body.ts";
import { kindOfJson } from "./content-kind.ts";

/** An answer that says where the job stands in the place of its result is shorter. */
const PEEKED_BYTES = 4096;

/**
 * Looks at the beginning of an answer that may be the only copy of a result. `undefined` where it is read to its end and holds nothing: it is
 * empty, `{}`, `{"data":null}`, the id of a job alone or a status document, so the result is to be asked for. Otherwise a body from which nothing is missing: one
 * that breaks off here breaks off for the one who reads it. Never throws.
 */
export async function unlessHollow(body: ResultBody): Promise<ResultBody | undefined> {
  const isBytes = isByteStream(body.stream);
  const reader = body.stream.getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  let end: { readonly error?: unknown } | undefined;
  while (length <= PEEKED_BYTES && end === undefined) {
    try {
      const { value } = await reader.read();
      if (value === undefined) end = {};
      else pieces.push(value);
      length += value?.length ?? 0;
    } catch (error) {
      end = { error };
    }
  }
  const isWhole = end !== undefined && !("error" in end) && length <= PEEKED_BYTES;
  if (isWhole && isHollow(pieces)) return undefined;
  return withStream(body, restOf(reader, pieces, end, isBytes));
}

function isHollow(pieces: readonly Uint8Array[]): boolean {
  const decoder = new TextDecoder();
  const text = pieces.map((piece) => decoder.decode(piece, { stream: true })).join("") + decoder.decode();
  if (text.trim() === "") return true;
  try {
    const { kind } = kindOfJson(JSON.parse(text));
    return kind === "nothing" || kind === "status" || kind === "job";
  } catch {
    return false;
  }
}

/** The pieces that were read, and what follows them. */
function restOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  read: readonly Uint8Array[],
  end: { readonly error?: unknown } | undefined,
  isBytes: boolean,
): ReadableStream<Uint8Array> {
  const pieces = [...read];
  const source = {
    async pull(controller: ReadableStreamController<Uint8Array>) {
      const next = pieces.shift();
      if (next !== undefined) return controller.enqueue(ownView(next));
      if (end !== undefined && "error" in end) return controller.error(end.error);
      try {
        const { value } = end === undefined ? await reader.read() : { value: undefined };
        if (value !== undefined) return controller.enqueue(ownView(value));
      } catch (error) {
        return controller.error(error);
      }
      controller.close();
      if ("byobRequest" in controller) controller.byobRequest?.respond(0);
    },
    cancel: (reason: unknown) => reader.cancel(reason),
  };
  return isBytes
    ? new ReadableStream({ ...source, type: "bytes" }, { highWaterMark: 0 })
    : new ReadableStream<Uint8Array>(source, { highWaterMark: 0 });
}

/** The same bytes. Shared memory, which no network gives, is copied: a stream of bytes takes none. */
function ownView({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array<ArrayBuffer> {
  if (buffer instanceof ArrayBuffer) return new Uint8Array(buffer, byteOffset, byteLength);
  return new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength));
}

function withStream(body: ResultBody, stream: ReadableStream<Uint8Array>): ResultBody {
  const bytes = async () => new Uint8Array(await new Response(stream).arrayBuffer());
  const text = async () => new TextDecoder().decode(await bytes());
  return { ...body, stream, bytes, text, json: async () => JSON.parse(await text()) };
}
