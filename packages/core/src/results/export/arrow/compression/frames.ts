/** Unpacks the frame at an offset, and appends it to the output; returns the end of the frame and the new length of the output. */
type UnpackFrame = (
  packed: Uint8Array,
  start: number,
  out: Uint8Array,
  outStart: number,
) => [end: number, length: number];

/** Unpacks the frames of LZ4 or ZSTD data, one after another, to exactly `size` bytes. */
export function unpackFrames(
  packed: Uint8Array,
  size: number,
  unpackFrame: UnpackFrame,
  broken: () => Error,
): Uint8Array {
  const out = new Uint8Array(size);
  let at = 0;
  let length = 0;
  while (at < packed.length) {
    if (isSkippable(packed, at)) at = endOfSkippable(packed, at, broken);
    else [at, length] = unpackFrame(packed, at, out, length);
  }
  if (length !== size) throw broken();
  return out;
}

/** Frames that readers of LZ4 and ZSTD skip: one of sixteen marks, then a size. */
function isSkippable(packed: Uint8Array, at: number): boolean {
  return (
    ((packed[at] ?? 0) & 0xf0) === 0x50 && packed[at + 1] === 0x2a && packed[at + 2] === 0x4d && packed[at + 3] === 0x18
  );
}

function endOfSkippable(packed: Uint8Array, at: number, broken: () => Error): number {
  if (at + 8 > packed.length) throw broken();
  const end = at + 8 + new DataView(packed.buffer, packed.byteOffset).getUint32(at + 4, true);
  if (end > packed.length) throw broken();
  return end;
}
