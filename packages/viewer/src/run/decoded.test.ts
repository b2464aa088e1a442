import { expect, it } from "vitest";
import { decoded, textContent } from "./decoded.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

it("indents JSON without tables, with all digits", async () => {
  expect(await decoded(bytesOf('{"sum":9007199254740993}'))).toEqual({
    kind: "text",
    text: '{\n  "sum": 9007199254740993\n}',
    note: expect.stringContaining("so this is its text"),
  });
});

it("says that a text is cut, even if its tables cannot be read", async () => {
  const long = `{"tables": "${"x".repeat(1_200_000)}`;
  const cut = "The first 1.0 MB of 1.2 MB are shown.";
  expect(textContent(long)).toEqual({ kind: "text", text: long.slice(0, 1_000_000), note: cut });
  expect(await decoded(bytesOf(long))).toMatchObject({
    text: long.slice(0, 1_000_000),
    note: expect.stringMatching(/^The tables of this result cannot be read, so this is its text\. .*are shown\.$/),
  });
});
