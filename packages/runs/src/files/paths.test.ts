import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRunNames } from "../folder/run-names.ts";
import { datedFolder, isInside, pathFrom, runFileNames, wayFrom, whyNoResultPath, whyNotBelow } from "./paths.ts";

describe("a path of another place", () => {
  const work = "C:\\work";

  it.each([
    ["C:\\work\\a.json", true],
    ["c:\\WORK\\a.json", true],
    ["C:\\work", true],
    ["C:\\workshop\\a.json", false],
    ["C:\\a.json", false],
    ["D:\\work\\a.json", false],
    ["\\\\server\\share\\a.json", false],
  ])("is %s inside of C:\\work: %s", (file, expected) => {
    expect(isInside(work, file, path.win32)).toBe(expected);
  });

  it.each([
    ["a\\b.json", "a/b.json", "a/b.json"],
    ["..\\b.json", "../b.json", "C:/b.json"],
    ["D:\\a\\b.json", "D:/a/b.json", "D:/a/b.json"],
    ["d:/a/b.json", "d:/a/b.json", "d:/a/b.json"],
    ["D:\\", "D:/", "D:/"],
    ["\\\\server\\share\\a\\b.json", "//server/share/a/b.json", "//server/share/a/b.json"],
    [".", ".", ""],
  ])("is named by a person as on Linux: %s", (name, way, shown) => {
    expect(wayFrom(work, name, path.win32)).toBe(way);
    expect(pathFrom(work, path.win32.resolve(work, name), path.win32)).toBe(shown);
  });

  it("is relative, or absolute, on Linux", () => {
    expect(wayFrom("/work", "/elsewhere/x.json", path.posix)).toBe("../elsewhere/x.json");
    expect(pathFrom("/work", "/elsewhere/x.json", path.posix)).toBe("/elsewhere/x.json");
  });
});

const outside = [
  ["", "."],
  ["..", "../s.json", "../../outside/s.json", "a/../../s.json", "a/..", "a/./b.json", "a//b.json", "a/", "/etc/passwd"],
  ["..\\s.json", "a\\..\\..\\s.json", "\\\\host\\share\\s.json", "C:\\s.json", "C:/s.json", "C:s.json", "a/C:s.json"],
  ["a/b.json:stream", "a/b.json::$DATA", "a/b\0.json", "a/b\n.json", "a/\u202egnp.exe", "a/\ud800.json", "a/b?.json"],
  ["a/b.json.", "a/b.json ", "a /b.json", "a./b.json", ".../b.json", "a/..\u00a0/ .json."],
  ["CON", "a/con.json", "a/NUL", "nul.tar/b.json", "a/COM1.csv", "a/lpt¹.json", "a/aux .json", "CONIN$/b.json"],
  [`a/${"x".repeat(256)}`],
].flat();

describe("a path below a folder", () => {
  it.each(outside)("is not %j", (file) => {
    expect(whyNotBelow(file)).toEqual(expect.any(String));
    expect(whyNoResultPath(file)).toEqual(expect.any(String));
  });

  it("is any other, however unusual its names", () => {
    for (const file of [
      "a",
      "weights.pa/weights.json",
      "a/...b",
      "über/日本 (1).json",
      "console/com10.json",
      "a/b.c.d",
    ])
      expect(whyNotBelow(file)).toBeUndefined();
  });
});

describe("a path of a result", () => {
  it.each([
    ...runFileNames,
    ...["other.json", "x.csv", "MANIFEST.JSON", "run.lock/x.json", "Journal.jsonl/x.json", "report.html/x.json"],
    ...[".git/config", "a/.git/config", "a/.hidden.json", "a/b.json.partial", "a/b.PARTIAL"],
  ])("is not %j, which the run or another tool keeps for itself", (file) => {
    expect(whyNoResultPath(file)).toEqual(expect.any(String));
  });

  it("is every one that a run gives to its results, info documents and tables, whatever files and units are called", () => {
    const name = fc.oneof(
      fc.string({ unit: "binary", maxLength: 120 }),
      fc.constantFrom(
        "run.lock",
        "manifest.json",
        "journal.commit",
        "con",
        "con. ",
        "..",
        ".git",
        "a.partial",
        " x. ",
        "",
      ),
      fc.string({ unit: fc.constantFrom(".", " ", "/", "\\", ":", "a", "é", "\0", "\n"), maxLength: 100 }),
    );
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1 }), fc.uniqueArray(name, { minLength: 1 }), (keys, units) => {
        const names = createRunNames(keys.map((key) => ({ key: `${key}.json`, units })));
        for (const key of keys) {
          for (const unit of [...units, "late"]) {
            const [folder, stem] = [names.folderOf(`${key}.json`), names.unitOf(`${key}.json`, unit)];
            for (const file of [`${folder}/${stem}.json`, `${folder}/info/${stem}.json`, `${folder}/${stem}.csv`])
              expect(whyNoResultPath(file), file).toBeUndefined();
          }
        }
      }),
    );
  });
});

it("a folder with {date} in its name is that of the day, in the time zone of the machine", () => {
  const day = new Date(2026, 0, 5, 23, 59);
  expect(datedFolder("runs/{date}", day)).toBe("runs/2026-01-05");
  expect(datedFolder("{date}/a-{date}", day)).toBe("2026-01-05/a-2026-01-05");
  expect(datedFolder("runs/{day}", day)).toBe("runs/{day}");
});
