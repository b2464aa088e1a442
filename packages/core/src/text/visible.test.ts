import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printable, shorten, visible } from "./visible.ts";

describe("visible", () => {
  it("leaves ordinary text unchanged", () => {
    expect(visible("Größe – 東京 100 % 😀")).toBe("Größe – 東京 100 % 😀");
  });

  it("spells out what cannot be seen", () => {
    expect(visible("a\nb\r\tc\u202ed\u200be\u0000f\ud800g")).toBe("a\\nb\\r\\tc\\u{202e}d\\u{200b}e\\u{0}f\\u{d800}g");
  });

  it("gives one line without hidden characters, whatever comes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(visible(text)).not.toMatch(/[\p{Cc}\p{Cs}\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u);
        expect(visible(visible(text))).toBe(visible(text));
      }),
    );
  });
});

describe("printable", () => {
  it("leaves the runner no command", () => {
    expect(["::error::x", " ::error::x", "a ##[error]b", "a::b #["].map(printable)).toEqual([
      "\\u{3a}:error::x",
      " \\u{3a}:error::x",
      "a #\\u{23}[error]b",
      "a::b #[",
    ]);
  });
});

describe("shorten", () => {
  it("keeps at most the given number of characters, ellipsis included", () => {
    expect(shorten("abcdef", 6)).toBe("abcdef");
    expect(shorten("abcdefg", 6)).toBe("abcde…");
    expect(shorten("😀😀😀", 2)).toBe("😀…");
  });
});
