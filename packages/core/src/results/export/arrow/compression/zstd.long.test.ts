import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packable } from "../../../../../test/support/arrow/packable.ts";
import { sampleSize } from "../../../../../test/support/sample.ts";
import { ResultDecodeError } from "../../../../json/errors.ts";
import { xxhash32 } from "./xxhash32.ts";
import { xxhash64 } from "./xxhash64.ts";
import { unpackZstd } from "./zstd.ts";

const options = fc.record({
  level: fc.constantFrom(-7, 1, 3, 6, 9, 13, 16, 19, 22),
  hasChecksum: fc.boolean(),
  hasSize: fc.boolean(),
  windowLog: fc.constantFrom(undefined, 10, 14),
});

function pack(
  bytes: Uint8Array,
  { level, hasChecksum, hasSize, windowLog }: Partial<ReturnType<typeof options.generate>["value"]>,
) {
  const params = {
    [constants.ZSTD_c_compressionLevel]: level ?? 3,
    [constants.ZSTD_c_checksumFlag]: hasChecksum ? 1 : 0,
    [constants.ZSTD_c_contentSizeFlag]: hasSize ? 1 : 0,
    ...(windowLog === undefined ? {} : { [constants.ZSTD_c_windowLog]: windowLog }),
  };
  return new Uint8Array(zstdCompressSync(bytes, { params }));
}

/** The bytes as the reference library unpacks them; undefined if it refuses them or they have another size. */
function byReference(bytes: Uint8Array, size: number): Uint8Array | undefined {
  try {
    const out = zstdDecompressSync(bytes, { maxOutputLength: 1 << 20 });
    return out.length === size ? out : undefined;
  } catch {
    return undefined;
  }
}

const text = new TextEncoder();

describe("ZSTD data", () => {
  it("unpacks to what the reference library packed, at all levels", () => {
    fc.assert(
      fc.property(packable, options, (bytes, chosen) => {
        expect(Buffer.compare(unpackZstd(pack(bytes, chosen), bytes.length), bytes)).toBe(0);
      }),
      { numRuns: sampleSize(250) },
    );
  });

  it("unpacks frames behind one another, and skips frames that must be skipped", () => {
    const [one, other] = [text.encode("alpha ".repeat(50)), text.encode("beta ".repeat(40))];
    const skipped = Buffer.from("532a4d1802000000aabb", "hex");
    const packed = new Uint8Array(Buffer.concat([pack(one, {}), skipped, pack(other, { hasChecksum: true })]));
    expect(Buffer.from(unpackZstd(packed, 500))).toEqual(Buffer.concat([one, other]));
  });

  it("is never read where the reference library refuses it, and never read differently", () => {
    const samples = fc.sample(packable, { numRuns: sampleSize(12), seed: 7 }).map((bytes) => bytes.slice(0, 6000));
    const packed = samples.flatMap((bytes) =>
      ([1, 3, 19] as const).map((level) => ({ bytes, packed: pack(bytes, { level }) })),
    );
    fc.assert(
      fc.property(fc.constantFrom(...packed), fc.nat(), fc.nat(255), (sample, place, value) => {
        const changed = sample.packed.slice();
        // The flags and the window stay: the reference library limits the window by its memory, which this decoder does not need.
        const at = place % (changed.length - 2);
        changed[at < 4 ? at : at + 2] = value;
        let read: Uint8Array;
        try {
          read = unpackZstd(changed, sample.bytes.length);
        } catch (error) {
          expect(error).toBeInstanceOf(ResultDecodeError);
          return;
        }
        const expected = byReference(changed, sample.bytes.length);
        expect(expected !== undefined && Buffer.compare(read, expected) === 0).toBe(true);
      }),
      { numRuns: sampleSize(4000) },
    );
  });

  it("is refused where any of its last bytes is missing", () => {
    const packed = pack(text.encode("alpha beta ".repeat(30)), { hasChecksum: true });
    for (let length = 0; length < packed.length; length++)
      expect(() => unpackZstd(packed.slice(0, length), 330)).toThrow(/ZSTD data does not unpack/);
  });

  it("of another size than is stated is refused", () => {
    for (const hasSize of [true, false]) {
      const packed = pack(text.encode("alpha beta ".repeat(30)), { hasSize });
      for (const size of [0, 329, 331]) expect(() => unpackZstd(packed, size)).toThrow(/ZSTD data does not unpack/);
    }
  });

  it("of another checksum is refused", () => {
    const packed = pack(text.encode("alpha beta ".repeat(30)), { hasChecksum: true });
    packed[packed.length - 1] = (packed.at(-1) ?? 0) ^ 1;
    expect(() => unpackZstd(packed, 330)).toThrow(/ZSTD data does not unpack/);
  });

  it("that needs a dictionary is refused", () => {
    const head = Buffer.from("28b52ffd2101030100", "hex");
    expect(() => unpackZstd(new Uint8Array(head), 3)).toThrow(/needs a dictionary/);
  });
});

describe("checksums", () => {
  it.each([
    ["", "2cc5d05", "ef46db3751d8e999"],
    ["a", "550d7456", "d24ec4f1a98c6e5b"],
    ["abc", "32d153ff", "44bc2cf5ad770999"],
    ["Nobody inspects the spammish repetition", "e2293b2f", "fbcea83c8a378bf1"],
  ])("of %j are those of the definition", (content, short, long) => {
    expect(xxhash32(text.encode(content)).toString(16)).toBe(short);
    expect(xxhash64(text.encode(content)).toString(16)).toBe(long);
  });
});
