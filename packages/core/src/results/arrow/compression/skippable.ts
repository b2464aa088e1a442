/** Frames that LZ4 and ZSTD readers pass over: sixteen marks, then a size. */
export function isSkippable(packed: Uint8Array, at: number): boolean {
  return (
    ((packed[at] ?? 0) & 0xf0) === 0x50 && packed[at + 1] === 0x2a && packed[at + 2] === 0x4d && packed[at + 3] === 0x18
  );
}

/** Where the frame ends. */
export function skipFrame(packed: Uint8Array, at: number, broken: () => Error): number {
  if (at + 8 > packed.length) throw broken();
  const end = at + 8 + new DataView(packed.buffer, packed.byteOffset).getUint32(at + 4, true);
  if (end > packed.length) throw broken();
  return end;
}
