import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distinctNames, lateName, safeName } from "./run-names.ts";

/** Names that are known to cause problems, and any other text. */
const nasty = fc.constantFrom(
  "",
  " ",
  ".",
  "..",
  "...",
  "../../etc/passwd",
  "a/b",
  "a\\b",
  "C:",
  "con",
  "CON.txt",
  "aux ",
  "Lpt1",
  "COM¹.x",
  "nul.tar.gz",
  "a.",
  "a ",
  "a\r\nb",
  "a\u0000b",
  "\u202Egnp.exe",
  "a\u200Bb",
  "é",
  "e\u0301",
  "É",
  "ß",
  "SS",
  "ﬁ",
  "FI",
  "\uD800",
  "-x",
  "~",
  "a".repeat(300),
  "é".repeat(60),
  "😀".repeat(40),
  "A",
  "a",
  "manifest.json",
  "a-b",
  'x?*<>|"',
);
const text = fc.oneof(
  { weight: 3, arbitrary: nasty },
  fc.string({ unit: "binary", maxLength: 120 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.string({ maxLength: 8 }),
);

const folded = (name: string) => name.normalize("NFKC").toLowerCase();

function expectSafe(name: string): void {
  expect(name).not.toBe("");
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(80);
  expect(name).not.toMatch(/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}]/u);
  expect(name).not.toMatch(/^[.\s]|[.\s]$/);
  expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
  expect(name).toBe(name.normalize("NFC"));
}

describe("safe names", () => {
  it("can be held by every file system and artifact store, whatever the text", () => {
    fc.assert(
      fc.property(text, (any) => expectSafe(safeName(any))),
      { numRuns: 1000 },
    );
    fc.assert(fc.property(text, (any) => expectSafe(lateName(any))));
  });

  it("are distinct also where letter case and Unicode form do not count, and from the names taken", () => {
    fc.assert(
      fc.property(fc.uniqueArray(text, { maxLength: 12 }), (texts) => {
        const taken = ["manifest.json", "journal.jsonl"];
        const names = distinctNames(
          texts.map((id) => ({ id, wish: id })),
          taken,
        );
        names.forEach(expectSafe);
        expect(new Set([...names, ...taken].map(folded)).size).toBe(texts.length + taken.length);
      }),
      { numRuns: 1000 },
    );
  });

  it("do not depend on the order of the texts", () => {
    fc.assert(
      fc.property(fc.uniqueArray(text, { maxLength: 8 }), fc.infiniteStream(fc.nat()), (texts, numbers) => {
        const shuffled = [...texts]
          .map((one) => ({ one, at: numbers.next().value ?? 0 }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one);
        const nameOf = (all: readonly string[]) =>
          new Map(distinctNames(all.map((id) => ({ id, wish: id }))).map((name, index) => [all[index], name]));
        expect(new Map([...nameOf(shuffled)].sort())).toEqual(new Map([...nameOf(texts)].sort()));
      }),
    );
  });

  it("leave a good name as it is", () => {
    for (const name of ["weights.pa", "weights over time", "Übersicht 2026", "a-b_c (1)", "株式"]) {
      expect(distinctNames([{ id: name, wish: name }])).toEqual([name]);
    }
  });

  it("stay distinct when somebody is called what another is called with its digest", () => {
    const [changed = ""] = distinctNames([{ id: "a/b", wish: "a/b" }]);
    const names = distinctNames([
      { id: "a/b", wish: "a/b" },
      { id: changed, wish: changed },
    ]);
    expect(new Set(names).size).toBe(2);
  });
});
