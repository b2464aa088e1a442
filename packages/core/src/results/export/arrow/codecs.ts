import { damaged, type Limits, unsupported } from "./errors.ts";
import { longAt } from "./flatbuffer.ts";
import { unpackLz4 } from "./lz4.ts";
import { BATCH, type Message, viewOf } from "./message.ts";

const LZ4_FRAMES = 0;
const NOT_PACKED = -1;
/** No byte of LZ4 data unpacks to more bytes than this. */
const MOST_BYTES_OF_BYTE = 255;

/** The part of a message that contains columns: a batch, or the batch within a dictionary. */
export function recordBatchOf({ kind, header }: Message) {
  const batch = kind === BATCH ? header : header.table(1);
  if (batch === undefined) throw damaged("a dictionary is missing");
  return batch;
}

/** A function that unpacks a buffer of a message for its column. @throws ResultDecodeError for a codec that is not read */
export function unpackerOf(message: Message, limits: Limits): (buffer: Uint8Array, owner: string) => Uint8Array {
  const compression = recordBatchOf(message).table(3);
  if (compression === undefined) return (buffer) => buffer;
  if (compression.int(1, 1) !== 0) throw unsupported("its columns are compressed by an unknown method");
  const codec = compression.int(0, 1);
  if (codec !== LZ4_FRAMES)
    throw unsupported(
      `its columns are compressed by codec ${codec} (1 is ZSTD), and LZ4 frames (0) are read; write it again without compression (in Python, pyarrow.feather.write_feather(table, path, compression="uncompressed"))`,
    );
  return (buffer, owner) => {
    if (buffer.length === 0) return buffer;
    // A packed buffer begins with its unpacked size.
    if (buffer.length < 8) throw damaged(`${owner} has packed bytes that are cut off`);
    const size = longAt(viewOf(buffer), 0);
    const packed = buffer.subarray(8);
    if (size === NOT_PACKED) return packed;
    if (size < 0 || size > packed.length * MOST_BYTES_OF_BYTE)
      throw damaged(`${owner} has packed bytes of an impossible size`);
    limits.takeBytes(size, owner);
    return unpackLz4(packed, size);
  };
}
