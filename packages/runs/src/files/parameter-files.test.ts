import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { checkFile, MAX_FILE_BYTES } from "./parameter-files.ts";

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
  expect([problem, codes]).toEqual(["is not UTF-8 text: save it as UTF-8", []]);
});

it("reads no file that is larger than parameters are", () => {
  writeFileSync(path.join(folder, "a.pa.json"), "");
  truncateSync(path.join(folder, "a.pa.json"), MAX_FILE_BYTES + 1);
  expect(checkFile(folder, "a.pa.json", {}, { root: folder, maxBytes: MAX_FILE_BYTES }).problem).toBe(
    "is larger than 16 MiB, too large for a parameter file: divide it",
  );
});
