import fc from "fast-check";
import { expect, it } from "vitest";
import { fromBase64, hexOf, toBase64 } from "./bytes.ts";

it("agrees with Node, whatever the bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20_000 }), (bytes) => {
      expect(hexOf(bytes)).toBe(Buffer.from(bytes).toString("hex"));
      expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString("base64"));
      expect(fromBase64(toBase64(bytes))).toEqual(bytes);
    }),
  );
});

it("refuses a text that is not base64", () => {
  expect(() => fromBase64("a!")).toThrow();
});
