import { expect, it } from "vitest";
import { decodeContent, textContent } from "./decode-content.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

it("indents JSON without tables, with all digits", async () => {
  expect(await decodeContent(bytesOf('{"sum":9007199254740993}'))).toEqual({
    kind: "text",
    text: '{\n  "sum": 9007199254740993\n}',
    note: "This result has no tables. This is its text.",
  });
});

it("says which tables cannot be read, in a sentence", async () => {
  expect(await decodeContent(bytesOf('{"data":{"tables":{"one":5}}}'))).toMatchObject({
    note: expect.stringMatching(/^The tables of this result cannot be read, so this is its text\. [A-Z].*\.$/),
  });
});

it("names the version of tables that are not read, those that are, and the file with the bytes", async () => {
  const text = '{"data":{"version":"3.0","columns":[{"name":"a"}],"table":{},"rows":[{"a":9007199254740993}]}}';
  const unread =
    "It is STACH version 3.0, which this version does not read (it reads STACH versions 1 and 2 as JSON, and Arrow without metadata of another scheme).";
  const note = `The tables of this result are not read, so this is its text. ${unread}`;
  const shown = { kind: "text", text: expect.stringContaining('"a": 9007199254740993'), unread };
  expect(await decodeContent(bytesOf(text), "book.pa/growth.json")).toEqual({
    ...shown,
    note: `${note} The bytes are kept as they came in book.pa/growth.json.`,
  });
  expect(await decodeContent(bytesOf(text))).toEqual({ ...shown, note });
});

it("gives the events of a job that has no tables", async () => {
  const event = { type: "Information", message: "Done", submissiondatetime: "2026-11-24T14:49:13.523Z" };
  expect(
    await decodeContent(bytesOf(JSON.stringify({ id: "1", status: "Done", batchevents: [event, 5, { type: 1 }] }))),
  ).toMatchObject({
    kind: "text",
    note: "This job has no tables. These are its events.",
    events: [
      { type: "Information", message: "Done", time: "2026-11-24T14:49:13.523Z" },
      { type: "", message: "", time: "" },
    ],
  });
});

it("says that a text is cut, even if its tables cannot be read", async () => {
  const long = `{"tables": "${"x".repeat(1_200_000)}`;
  const cut = "The first 1 MB of 1.2 MB are shown.";
  expect(textContent(long)).toEqual({ kind: "text", text: long.slice(0, 1_000_000), note: cut });
  expect(await decodeContent(bytesOf(long))).toMatchObject({
    text: long.slice(0, 1_000_000),
    note: expect.stringMatching(/^The tables of this result cannot be read, so this is its text\. .*are shown\.$/),
  });
});
