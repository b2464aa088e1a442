/** Whether a stream is a byte stream. The pieces of a byte stream belong to its reader alone. */
export function isByteStream(stream: ReadableStream<Uint8Array>): boolean {
  try {
    stream.getReader({ mode: "byob" }).releaseLock();
    return true;
  } catch {
    return false;
  }
}

interface LazySource {
  /** Whether the pieces belong to the stream alone, so that it can be a byte stream. */
  readonly isOfBytes: boolean;
  /** The next piece, or `undefined` at the end. If it rejects, the stream fails with the same error. */
  readonly next: () => Promise<Uint8Array<ArrayBuffer> | undefined>;
  readonly cancel: (reason: unknown) => Promise<void>;
}

/** A stream that asks for a piece only when its reader does. */
export function lazyStream({ isOfBytes, next, cancel }: LazySource): ReadableStream<Uint8Array> {
  const source = {
    async pull(controller: ReadableStreamController<Uint8Array>) {
      const piece = await next();
      if (piece !== undefined) return controller.enqueue(piece);
      controller.close();
      if ("byobRequest" in controller) controller.byobRequest?.respond(0);
    },
    cancel,
  };
  return isOfBytes
    ? new ReadableStream({ ...source, type: "bytes" }, { highWaterMark: 0 })
    : new ReadableStream<Uint8Array>(source, { highWaterMark: 0 });
}
