import { createHash } from "node:crypto";
import type { JournalEntry } from "@analytics-engines/core";
import { describe, expect, it } from "vitest";
import { emptyCommit, JournalDamage, lineOf, RECORD_BYTES, readCommit, recordOf } from "./journal-format.ts";
import { readLines } from "./journal-lines.ts";

const base = { key: "wäights.pa.json", at: "2026-01-01T00:00:00.000Z" };
const jobId = "0123456789abcdef0123456789abcdef";
const file = { file: "weights.pa/a.json", contentType: "application/json", bytes: 2, sha256: "a".repeat(64) };
const entries: readonly JournalEntry[] = [
  { type: "create", ...base, family: "pa", jobId, units: ["a", "b"] },
  { type: "created", ...base, jobId },
  { type: "reading", ...base, unitId: "a", kind: "result" },
  { type: "stored", ...base, unitId: "a", kind: "result", file },
  { type: "cancel", ...base, jobId },
  { type: "canceled", ...base, jobId },
];

/** The checksum of a line without it, after a line with the checksum `before`. */
const sumOf = (before: string, body: string) =>
  createHash("sha256").update(before).update(body).digest("hex").slice(0, 16);

function written() {
  let end = emptyCommit;
  let text = "";
  for (const entry of entries) {
    const { line, sum } = lineOf(entry, end.sum);
    text += line;
    end = { lines: end.lines + 1, sum };
  }
  return { content: Buffer.from(text), end };
}

describe("the lines of a journal", () => {
  const { content, end } = written();

  it("are read as they were written", () => {
    expect(readLines(content, end)).toEqual({ entries, end, wholeBytes: content.length });
    expect(readLines(content, emptyCommit)).toEqual({ entries, end, wholeBytes: content.length });
  });

  it("are refused with any bit of any byte flipped", () => {
    for (let at = 0; at < content.length; at += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const flipped = Buffer.from(content);
        flipped[at] = (content[at] ?? 0) ^ (1 << bit);
        expect(() => readLines(flipped, end), `bit ${bit} of byte ${at}`).toThrow(JournalDamage);
      }
    }
  });

  it("are refused where they are cut at any byte", () => {
    for (let length = 0; length < content.length; length += 1) {
      expect(() => readLines(content.subarray(0, length), end), `${length} bytes`).toThrow(/it ends after line \d/);
    }
  });

  it("that are not known to be durable may end in a torn one, and in nothing else that is wrong", () => {
    const cut = content.subarray(0, content.length - 5);
    expect(readLines(cut, emptyCommit).entries).toEqual(entries.slice(0, -1));
    const flipped = Buffer.from(content);
    flipped[20] = 0x21;
    expect(() => readLines(flipped, emptyCommit)).toThrow(/line 1 is not what the run wrote/);
  });
});

describe("the lines that a record counts", () => {
  const { content } = written();
  const ends = [emptyCommit];
  for (const entry of entries) {
    const last = ends.at(-1) ?? emptyCommit;
    ends.push({ lines: last.lines + 1, sum: lineOf(entry, last.sum).sum });
  }
  /** Where each line begins. */
  const starts = entries.map((_, index) =>
    entries.slice(0, index).reduce((at, entry, line) => {
      return at + Buffer.byteLength(lineOf(entry, ends[line]?.sum ?? "").line);
    }, 0),
  );

  it("may not be torn, the last of them included; those after them may", () => {
    for (const [number, start] of starts.entries()) {
      const torn = Buffer.from(content).fill(0, start + 5, start + 15);
      for (const durable of ends) {
        if (number < durable.lines)
          expect(() => readLines(torn, durable), `line ${number + 1} of ${durable.lines}`).toThrow(
            `line ${number + 1} is not what the run wrote`,
          );
        else expect(readLines(torn, durable).entries).toEqual(entries.slice(0, number));
      }
    }
  });

  it("are those of the record's run: the last has its checksum", () => {
    for (const { lines, sum } of ends.slice(1)) {
      expect(readLines(content, { lines, sum }).entries).toEqual(entries);
      expect(() => readLines(content, { lines, sum: "f".repeat(16) })).toThrow(
        `its first ${lines} lines are of another run than the file journal.commit beside it`,
      );
    }
  });
});

describe("a line with a good checksum", () => {
  it.each([
    [
      '{"type":"gone"',
      /^line 1 is not a journal entry of this version: the entry\.type is not one of create, .* canceled$/,
    ],
    [
      '{"type":"created","key":"k","at":"now"',
      /^line 1 is not a journal entry of this version: the entry\.jobId .*[^.]$/,
    ],
    ["nonsense", /^line 1 is not a journal entry of this version: the entry is not JSON$/],
  ])("that is no entry is refused: %s", (body, message) => {
    const line = Buffer.from(`${body},"sum":"${sumOf(emptyCommit.sum, body)}"}\n`);
    expect(() => readLines(line, emptyCommit)).toThrow(JournalDamage);
    expect(() => readLines(line, emptyCommit)).toThrow(message);
  });
});

it("a line that is only a checksum is none that the run wrote", () => {
  const line = Buffer.from(`,"sum":"${sumOf(emptyCommit.sum, "")}"}\n`);
  expect(() => readLines(line, emptyCommit)).toThrow("line 1 is not what the run wrote: its checksum does not match");
});

describe("the record of durable lines", () => {
  const records = (first: number, second: number) =>
    Buffer.from([first, second].map((lines) => recordOf({ lines, sum: "0123456789abcdef" })).join(""));

  it("is the later of two, and confirmed where both count lines", () => {
    const sum = "0123456789abcdef";
    expect(readCommit(records(1, 2))).toEqual({ commit: { lines: 2, sum }, slot: 1, isConfirmed: true });
    expect(readCommit(records(3, 2))).toEqual({ commit: { lines: 3, sum }, slot: 0, isConfirmed: true });
    expect(readCommit(records(1, 0))).toEqual({ commit: { lines: 1, sum }, slot: 0, isConfirmed: false });
    const none = Buffer.from(recordOf(emptyCommit).repeat(2));
    expect(readCommit(none)).toEqual({ commit: emptyCommit, slot: 0, isConfirmed: false });
  });

  it("is the one of the two that is whole, whichever bit is flipped", () => {
    const content = records(3, 2);
    for (let at = 0; at < content.length; at += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const flipped = Buffer.from(content);
        flipped[at] = (content[at] ?? 0) ^ (1 << bit);
        expect(readCommit(flipped)?.commit.lines, `bit ${bit} of byte ${at}`).toBe(at < RECORD_BYTES ? 2 : 3);
      }
    }
  });

  it("is none in a file of any other length", () => {
    const content = records(3, 2);
    for (let length = 0; length < content.length; length += 1)
      expect(readCommit(content.subarray(0, length))).toBeUndefined();
    expect(readCommit(Buffer.concat([content, Buffer.from("\n")]))).toBeUndefined();
  });
});
