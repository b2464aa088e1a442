import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isolated, isolatedLines, printable, shorten, visible } from "./visible.ts";

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

describe("isolated", () => {
  it("spells out what cannot be seen, and isolates letters from right to left", () => {
    expect(isolated("weights\u202egnp.exe")).toBe("weights\\u{202e}gnp.exe");
    expect(isolated("Größe – 東京 100 %")).toBe("Größe – 東京 100 %");
    expect(isolated("שלום 1")).toBe("\u2068שלום 1\u2069");
    expect(isolated(`Delete ${isolated("שלום")}, 3?`)).toBe("Delete \u2068שלום\u2069, 3?");
    expect(isolatedLines("a\u200b\n\tمرحبا")).toBe("a\\u{200b}\n\t\u2068مرحبا\u2069");
  });

  it("leaves nothing open, whatever comes, and changes nothing the second time", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "א", "ع", "\u202e", "\u2067", "\u2068", "\u2069", "\u200f", "1") }),
        (text) => {
          const shown = isolated(text);
          const outside = shown.replaceAll(/\u2068[^\u2066-\u2069]*\u2069/gu, "");
          expect(outside).not.toMatch(/[אع\u2066-\u2069]/u);
          expect(shown).not.toMatch(/[\u200b-\u200f\u202a-\u202e\u2066\u2067]/u);
          expect(isolated(shown)).toBe(shown);
        },
      ),
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
