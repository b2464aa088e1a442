import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isJsonStream } from "./cursor.ts";

const encoder = new TextEncoder();

async function* pieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const check = (text: string, size = 7) => isJsonStream(pieces(encoder.encode(text), size));

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("whether a stream is JSON", () => {
  it.each([
    "",
    " ",
    "nul",
    "nullx",
    "01",
    "-",
    "1.",
    "1e",
    "1e+",
    ".5",
    "+1",
    "1 2",
    "[1,]",
    "[,1]",
    '{"a"}',
    '{"a":1,}',
    "{a:1}",
    '{"a":1]',
    "[1}",
    "[",
    "]",
    '"',
    '"\n"',
    '"\\x"',
    '"\\u12g4"',
    "'a'",
    "NaN",
    "[1]]",
    "\u00A01",
    "\uFEFF\uFEFF1",
    " \uFEFF1 \uFEFF",
  ])("%j is not JSON", async (text) => {
    for (const size of [1, 2, 100]) expect(await check(text, size)).toBe(false);
  });

  it.each([
    "0",
    "-0",
    "-0.5e-10",
    " 12 ",
    "1E+2",
    "true",
    "[]",
    "{}",
    ' {"a":[{},[],"\\u00e9\\\\"]}\r\n\t',
    "\uFEFF{}",
  ])("%j is JSON", async (text) => {
    for (const size of [1, 2, 100]) expect(await check(text, size)).toBe(true);
  });

  it("equals the verdict of JSON.parse for JSON and for JSON with one byte added, removed or changed, however it is cut", async () => {
    const damaged = fc.tuple(
      fc.json(),
      fc.nat(),
      fc.constantFrom("", ...'{}[]",:\\ 0-.e1ntu\n'),
      fc.boolean(),
      fc.integer({ min: 1, max: 9 }),
    );
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(damaged, async ([json, place, put, isInstead, size]) => {
        const at = place % (json.length + 1);
        const text = json.slice(0, at) + put + json.slice(isInstead ? at + 1 : at);
        // Half of a pair cannot be written as UTF-8.
        fc.pre(text.isWellFormed());
        expect(await check(json, size)).toBe(true);
        if (!parses(text)) refused += 1;
        expect([text, await check(text, size)]).toEqual([text, parses(text)]);
      }),
      { numRuns: 1500 },
    );
    expect(refused).toBeGreaterThan(100);
  });

  it("does not follow brackets without end", async () => {
    async function* brackets() {
      for (;;) yield encoder.encode("[".repeat(1 << 16));
    }
    expect(await isJsonStream(brackets())).toBe(false);
  });
});
