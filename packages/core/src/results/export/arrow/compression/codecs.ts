import { damaged, unsupported } from "../errors.ts";
import { longAt } from "../flatbuffer.ts";
import type { Limits } from "../limits.ts";
import { BATCH, type Message, viewOf } from "../message.ts";

/** Unpacks bytes to exactly `size`. Throws ResultDecodeError if they are damaged or have another size. */
export type Unpack = (packed: Uint8Array, size: number) => Uint8Array;

interface Codec {
  readonly unpack: Unpack;
  /** No byte of packed data unpacks to more bytes than this. */
  readonly mostPerByte: number;
}

/**
 * The codecs of Arrow by their number in the format's definition, loaded when a result needs them. ZSTD is read here and not by libzstd as
 * WebAssembly (`zstddec`), which begins with the fetch of a `data:` address: the policy of VS Code's extension host in a browser blocks that.
 */
const loaders: Readonly<Record<number, () => Promise<Codec>>> = {
  0: async () => ({ unpack: (await import("./lz4.ts")).unpackLz4, mostPerByte: 255 }),
  // A block of four bytes can stand for 128 KiB of one byte.
  1: async () => ({ unpack: (await import("./zstd.ts")).unpackZstd, mostPerByte: 2 ** 15 }),
};

/** The part of a message that contains columns: a batch, or the batch within a dictionary. */
export function recordBatchOf({ kind, header }: Message) {
  const batch = kind === BATCH ? header : header.table(1);
  if (batch === undefined) throw damaged("a dictionary is missing");
  return batch;
}

function codecOf(message: Message): number | undefined {
  const compression = recordBatchOf(message).table(3);
  if (compression === undefined) return undefined;
  if (compression.int(1, 1) !== 0) throw unsupported("its columns are compressed by an unknown method");
  return compression.int(0, 1);
}

/** Unpacks a buffer of a message for its column. */
export type Unpacker = (message: Message, buffer: Uint8Array, owner: string) => Uint8Array;

/** Loads the codecs that messages use. Throws ResultDecodeError if one is unknown. */
export async function loadUnpacker(messages: readonly Message[], limits: Limits): Promise<Unpacker> {
  const codecIds = new Map(messages.map((message) => [message, codecOf(message)]));
  const codecs = new Map<number, Codec>();
  for (const id of new Set(codecIds.values())) {
    if (id === undefined) continue;
    const load = loaders[id];
    if (load === undefined)
      throw unsupported(`its columns are compressed by codec ${id}; LZ4 frames (0) and ZSTD (1) are read`);
    codecs.set(id, await load());
  }
  return (message, buffer, owner) => {
    const codec = codecs.get(codecIds.get(message) ?? -1);
    if (codec === undefined || buffer.length === 0) return buffer;
    // A packed buffer begins with its unpacked size, or -1 if it is not packed after all.
    if (buffer.length < 8) throw damaged(`${owner} has packed bytes that are cut off`);
    const size = longAt(viewOf(buffer), 0);
    const packed = buffer.subarray(8);
    if (size === -1) return packed;
    if (size < 0 || size > packed.length * codec.mostPerByte)
      throw damaged(`${owner} has packed bytes of an impossible size`);
    limits.takeBytes(size, owner);
    return codec.unpack(packed, size);
  };
}
