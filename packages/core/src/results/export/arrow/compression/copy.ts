/** The platform copies more bytes than this faster than a loop. */
const SHORT = 32;

/** Copies bytes of `from` to a place in `out`; the caller has checked that both are long enough. */
export function copyBytes(from: Uint8Array, start: number, length: number, out: Uint8Array, at: number): void {
  if (length > SHORT) out.set(from.subarray(start, start + length), at);
  else for (let index = 0; index < length; index++) out[at + index] = from[start + index] ?? 0;
}

/** Appends bytes of `out` that begin `back` bytes before its end; the copy may overlap its source. */
export function repeatBytes(out: Uint8Array, at: number, back: number, length: number): void {
  if (back >= length && length > SHORT) out.copyWithin(at, at - back, at - back + length);
  else if (back === 1) out.fill(out[at - 1] ?? 0, at, at + length);
  else for (let index = at; index < at + length; index++) out[index] = out[index - back] ?? 0;
}
