import * as fc from "fast-check";
import { compress, compressBlock } from "lz4js";
import { describe, expect, it } from "vitest";
import { packable } from "../../../../test/support/arrow/packable.ts";
import { ResultDecodeError } from "../../../json/errors.ts";
import { unpackLz4, xxhash32 } from "./lz4.ts";

const fromBase64 = (text: string) => new Uint8Array(Buffer.from(text, "base64"));
const word = (value: number) => Uint8Array.of(value, value >>> 8, value >>> 16, value >>> 24);
const join = (...parts: readonly (Uint8Array | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]));

/** A frame around blocks, with the flags and fields that a test chooses. */
function frame(flags: number, blocks: Uint8Array, extra: readonly number[] = [], blockSize = 0x40): Uint8Array {
  const descriptor = join([flags, blockSize], extra);
  return join(word(0x184d2204), descriptor, [(xxhash32(descriptor) >>> 8) & 255], blocks);
}

const plain = (bytes: Uint8Array) => join(word((bytes.length | 0x80000000) >>> 0), bytes);
const packed = (bytes: readonly number[]) => join(word(bytes.length), bytes);
const end = word(0);
const abc = Uint8Array.of(97, 98, 99);

/** The input from which the lz4 command, version 1.9.4, made the frames below. */
const sample = (() => {
  const half = Buffer.concat([
    Buffer.from("alpha beta gamma alpha beta gamma alpha;".repeat(3)),
    Buffer.from([...Array(40).keys()]),
  ]);
  return new Uint8Array(Buffer.concat([half, half]));
})();
const ofCommand = [
  [
    "independent blocks and a content checksum",
    "BCJNGGRAp10AAAD/AmFscGhhIGJldGEgZ2FtbWEgEQADHzsXAAMNOQAPKAAW/xkAAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSYneAA9D1AAFQ+gABBQIyQlJicAAAAANNSpCQ==",
  ],
  [
    "block checksums and the content's size",
    "BCJNGHxAQAEAAAAAAAC2XQAAAP8CYWxwaGEgYmV0YSBnYW1tYSARAAMfOxcAAw05AA8oABb/GQABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fICEiIyQlJid4AD0PUAAVD6AAEFAjJCUmJ22JtyUAAAAANNSpCQ==",
  ],
  [
    "no checksum",
    "BCJNGGBAgk4AAAD/AmFscGhhIGJldGEgZ2FtbWEgEQADHzsoAD3/GQABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fICEiIyQlJiegAIhQIyQlJicAAAAA",
  ],
] as const;

describe("LZ4 data", () => {
  it("unpacks to what another library packed", () => {
    fc.assert(
      fc.property(packable, (bytes) => {
        expect(Buffer.compare(unpackLz4(compress(bytes), bytes.length), bytes)).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  it.each(ofCommand)("of the lz4 command unpacks, with %s", (_, text) => {
    expect(unpackLz4(fromBase64(text), sample.length)).toEqual(sample);
  });

  it("unpacks blocks that reach back into the one before and frames behind one another, and skips frames that must be skipped", () => {
    // The second block repeats the three bytes of the first.
    const linked = frame(0x40, join(plain(abc), packed([0x02, 3, 0, 0x10, 100]), end));
    const skipped = join(word(0x184d2a53), word(2), [1, 2]);
    const text = Buffer.from(unpackLz4(join(linked, skipped, frame(0x60, join(plain(abc), end))), 13)).toString();
    expect(text).toBe("abcabcabcdabc");
  });

  it.each([
    ["an independent block that reaches back", frame(0x60, join(plain(abc), packed([0x02, 3, 0, 0x10, 100]), end))],
    ["a match from before the start", frame(0x40, join(packed([0x12, 97, 9, 0, 0x40, 1, 2, 3, 4]), end))],
    ["an offset of 0", frame(0x40, join(packed([0x12, 97, 0, 0, 0x40, 1, 2, 3, 4]), end))],
    ["a block that ends in a match", frame(0x40, join(plain(abc), packed([0x02, 3, 0]), end))],
    ["a block of another checksum", frame(0x50, join(plain(abc), word(xxhash32(abc) ^ 1), end))],
    ["content of another checksum", frame(0x44, join(plain(abc), end, word(xxhash32(abc) ^ 1)))],
    ["content of another size", frame(0x48, join(plain(abc), end), [4, 0, 0, 0, 0, 0, 0, 0])],
    ["no end", frame(0x40, plain(abc))],
    ["a block larger than its frame allows", frame(0x60, join(plain(new Uint8Array(65537)), end))],
    ["an unknown version", frame(0x80, join(plain(abc), end))],
    ["a block size that is none", frame(0x40, join(plain(abc), end), [], 0x30)],
    ["another checksum of its head", join(frame(0x40, new Uint8Array()).slice(0, -1), [0], plain(abc), end)],
    ["another mark", join([1], frame(0x40, join(plain(abc), end)).slice(1))],
    ["a frame to skip that is cut off", join(word(0x184d2a50), word(9), [1])],
    ["nothing", new Uint8Array()],
  ])("is refused with %s", (_, bytes) => {
    for (const size of [3, 4, 8, 65537]) expect(() => unpackLz4(bytes, size)).toThrow(/LZ4 data does not unpack/);
  });

  it("that needs a dictionary is refused", () => {
    expect(() => unpackLz4(frame(0x41, join(plain(abc), end), [1, 0, 0, 0]), 3)).toThrow(/needs a dictionary/);
  });

  it("of another size than is stated is refused", () => {
    for (const size of [2, 4]) expect(() => unpackLz4(compress(abc), size)).toThrow(/LZ4 data does not unpack/);
  });

  it("with any changed bytes gives bytes of the stated size or an error of ours", () => {
    const source = Uint8Array.from({ length: 3000 }, (_, index) => (index % 60) * (index % 7));
    const bytes = compress(source);
    expect(compressBlock(source, new Uint8Array(4000), 0, source.length, new Uint32Array(65536))).toBeLessThan(3000);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 3 }),
        (changes) => {
          const changed = bytes.slice();
          for (const [at, value] of changes) changed[at] = value;
          try {
            expect(unpackLz4(changed, source.length)).toHaveLength(source.length);
          } catch (error) {
            expect(error).toBeInstanceOf(ResultDecodeError);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});
