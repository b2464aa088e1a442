import * as fc from "fast-check";

/** Bytes as columns contain them: noise, few values, one value, doubles, counters, words. */
export const packable: fc.Arbitrary<Uint8Array> = fc
  .tuple(fc.nat(5), fc.oneof(fc.nat(300), fc.nat(20_000), fc.nat(300_000)), fc.nat())
  .map(([form, length, seed]) => {
    let state = seed | 1;
    const next = () => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      return state >>> 8;
    };
    const words = ["alpha ", "beta ", "1.25,", "x", ";\n"];
    const filled = Buffer.alloc(length);
    if (form === 0) for (let at = 0; at < length; at++) filled[at] = next();
    else if (form === 1) for (let at = 0; at < length; at++) filled[at] = next() % 4;
    else if (form === 2) filled.fill(seed);
    else if (form === 3) for (let at = 0; at + 8 <= length; at += 8) filled.writeDoubleLE(Math.round(at / 3) / 100, at);
    else if (form === 4) for (let at = 0; at + 4 <= length; at += 4) filled.writeInt32LE(at >> 2, at);
    else for (let at = 0; at < length; ) at += filled.write(words[next() % words.length] ?? "", at) || 1;
    return new Uint8Array(filled);
  });
