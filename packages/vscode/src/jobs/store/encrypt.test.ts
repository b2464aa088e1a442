import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decrypt, encrypt, KEY_BYTES } from "./encrypt.ts";

const key = fc.uint8Array({ minLength: KEY_BYTES, maxLength: KEY_BYTES });

describe("an encrypted text", () => {
  it("is decrypted with its key at its place, and contains nothing readable", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 4 }), key, fc.string(), (text, secret, place) => {
        const sealed = encrypt(text, secret, place);
        expect(decrypt(sealed, secret, place)?.toString()).toBe(Buffer.from(text).toString());
        expect(Buffer.from(sealed).includes(Buffer.from(text))).toBe(false);
        expect(Buffer.from(encrypt(text, secret, place)).equals(Buffer.from(sealed))).toBe(false);
      }),
    );
  });

  it("is not decrypted at another place, with another key or after a change of a bit", () => {
    fc.assert(
      fc.property(fc.string(), key, key, fc.nat(), (text, secret, other, at) => {
        const sealed = encrypt(text, secret, "a/record");
        expect(decrypt(sealed, secret, "b/record")).toBeUndefined();
        if (!Buffer.from(other).equals(Buffer.from(secret))) expect(decrypt(sealed, other, "a/record")).toBeUndefined();
        const damaged = Uint8Array.from(sealed);
        const index = at % damaged.length;
        damaged[index] = (damaged[index] ?? 0) ^ 1;
        expect(decrypt(damaged, secret, "a/record")).toBeUndefined();
        expect(decrypt(sealed.subarray(0, at % sealed.length), secret, "a/record")).toBeUndefined();
      }),
    );
  });
});
