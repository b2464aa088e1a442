import { damaged } from "../../errors.ts";

/** The error for ZSTD data that cannot be unpacked. */
export const broken = () => damaged("the ZSTD data does not unpack");

/** The most bytes of an unpacked block. */
export const MAX_BLOCK_BYTES = 128 * 1024;

/** A whole number of up to six bytes, the lowest byte first; the caller has checked that the bytes exist. */
export function littleEndian(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let index = count - 1; index >= 0; index--) value = value * 256 + (bytes[at + index] ?? 0);
  return value;
}
