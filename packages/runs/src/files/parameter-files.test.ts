import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { decodeText } from "./open-file.ts";
import { checkFile, MAX_FILE_BYTES, noTextProblem } from "./parameter-files.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "check-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function check(file: string, content: string | Uint8Array, reading: Parameters<typeof checkFile>[2] = {}) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), content);
  const checked = checkFile(folder, file, reading);
  return {
    problem: checked.problem,
    codes: checked.issues.map(({ code }) => code),
    family: checked.parameters?.family,
  };
}

const good = JSON.stringify({ data: { a: { componentid: "0A".repeat(32) } } });

it("reads a file of the family that its name, or else a glob, tells", () => {
  const families = { "risk/*.json": "spar" } as const;
  expect(check("a.pa.json", good)).toEqual({ problem: undefined, codes: [], family: "pa" });
  expect(check("risk/a.json", good, { families })).toMatchObject({ codes: [], family: "spar" });
  expect(check("risk/a.pa.json", good, { families })).toMatchObject({ codes: [], family: "pa" });
});

it("hints at absolute dates where that is asked for", () => {
  const dates = { startdate: "-1M", enddate: "20240131", frequency: "Monthly" };
  const text = JSON.stringify({ data: { a: { componentid: "0A".repeat(32), dates } } });
  expect(check("a.pa.json", text).codes).toEqual([]);
  expect(check("a.pa.json", text, { hintAbsoluteDates: true }).codes).toEqual(["absolute-date"]);
});

it("takes a byte-order mark for an issue, and bytes that are no text for a problem of the whole file", () => {
  expect(check("a.pa.json", `\ufeff${good}`).codes).toEqual(["byte-order-mark"]);
  const { problem, codes } = check("a.pa.json", Uint8Array.of(0xff, 0xfe, 0));
  expect([problem, codes]).toEqual([expect.stringMatching(/^is not UTF-8 text \(line 1 has the byte 0xFF\)/), []]);
});

it("says which byte keeps a file in a code page from being text", () => {
  const codePage = Buffer.from("name;account\r\n\ufffd;a\r\nM\u00fcller;b\r\n", "utf8");
  const bytes = Buffer.concat([
    codePage.subarray(0, codePage.indexOf("\u00fc")),
    Buffer.of(0xfc),
    Buffer.from("ller;b\r\n"),
  ]);
  expect(decodeText(bytes)).toBeUndefined();
  expect(noTextProblem(bytes)).toBe(
    'is not UTF-8 text (line 3 has the byte 0xFC): save it as UTF-8, in Excel with the file type "CSV UTF-8"',
  );
});

it("reads UTF-16 with its byte-order mark, as PowerShell and Excel write it", () => {
  const bigEndian = Buffer.from(`\ufeff${good}`, "utf16le").swap16();
  for (const bytes of [Buffer.from(`\ufeff${good}`, "utf16le"), bigEndian])
    expect(check("a.pa.json", bytes)).toEqual({ problem: undefined, codes: [], family: "pa" });
});

it("reads no file that is larger than parameters are", () => {
  writeFileSync(path.join(folder, "a.pa.json"), "");
  truncateSync(path.join(folder, "a.pa.json"), MAX_FILE_BYTES + 1);
  expect(checkFile(folder, "a.pa.json", {}, { root: folder, maxBytes: MAX_FILE_BYTES }).problem).toBe(
    "is larger than 16 MiB, too large for a parameter file: divide it",
  );
});
