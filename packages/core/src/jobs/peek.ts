import type { ResultBody } from "../service/answer.ts";
import { isByteStream } from "../service/result-body.ts";
import { isPage, kindOfJson } from "./content-kind.ts";

/** An answer that says where the job stands in the place of its result is shorter, and a page for people is known by its beginning. */
const PEEKED_BYTES = 4096;

/**
 * What an answer that may be the only copy of a result is.
 * - `hollow`: nothing, `{}`, `{"data":null}`, or a status document: the job has ended, and its result is to be asked for
 * - `running`: a status document that says that the job runs
 * - `page`: a page for people, which no family has for a result
 * - `other`: anything else, with a body from which nothing is missing
 *
 * Of the first three nothing more is to be read.
 */
export type Peeked =
  | { readonly kind: "hollow" }
  | { readonly kind: "running" }
  | { readonly kind: "page" }
  | { readonly kind: "other"; readonly body: ResultBody };

/** Looks at the beginning of a body. A body that breaks off here breaks off for the one who reads it. Never throws. */
export async function peek(body: ResultBody): Promise<Peeked> {
  const isBytes = isByteStream(body.stream);
  const reader = body.stream.getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  let end: { readonly error?: unknown } | undefined;
  while (length < PEEKED_BYTES && end === undefined) {
    try {
      const { value } = await reader.read();
      if (value === undefined) end = {};
      else pieces.push(value);
      length += value?.length ?? 0;
    } catch (error) {
      end = { error };
    }
  }
  const head = new TextDecoder().decode(joined(pieces, PEEKED_BYTES));
  if (end !== undefined && !("error" in end) && length <= PEEKED_BYTES) {
    const kind = kindOfWhole(head);
    if (kind !== undefined) return { kind };
  }
  if (isPage(head)) {
    await reader.cancel().catch(() => {});
    return { kind: "page" };
  }
  return { kind: "other", body: withStream(body, restOf(reader, pieces, end, isBytes)) };
}

function kindOfWhole(text: string): "hollow" | "running" | undefined {
  if (text.trim() === "") return "hollow";
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const found = kindOfJson(json);
  if (found.kind === "status") return /^(?:queued|executing)$/i.test(found.status) ? "running" : "hollow";
  return found.kind === "nothing" ? "hollow" : undefined;
}

function joined(pieces: readonly Uint8Array[], most: number): Uint8Array {
  const all = new Uint8Array(most);
  let at = 0;
  for (const piece of pieces) {
    const part = piece.subarray(0, most - at);
    all.set(part, at);
    at += part.length;
  }
  return all.subarray(0, at);
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
