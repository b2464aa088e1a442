import path from "node:path";
import { describe, expect, it } from "vitest";
import { diskNamer } from "./disk-names.ts";

/** A disk that regards neither letter case nor how an accent is written. Its files are those with these paths; drives do not matter. */
function disk(...files: readonly string[]) {
  const withoutDrive = (file: string) => file.replace(/^[A-Za-z]:/, "").replaceAll("\\", "/");
  const fold = (file: string) => withoutDrive(file).normalize("NFC").toLowerCase();
  const list = (absoluteFolder: string) => {
    const folder = withoutDrive(absoluteFolder);
    return [
      ...new Set(
        files.flatMap((file) => {
          const start = folder === "/" ? "/" : `${folder}/`;
          return fold(file).startsWith(fold(start)) ? (file.slice(start.length).split("/")[0] ?? []) : [];
        }),
      ),
    ];
  };
  return { list, isSame: (file: string, otherFile: string) => fold(file) === fold(otherFile) };
}

describe("the name that a disk has for a path", () => {
  const nameOf = diskNamer("/w", disk("/w/Books/a.pa.json", "/w/Books/Mu\u0308nchen.pa.json", "/Other/b.pa.json"));

  it.each([
    ["Books/a.pa.json", "Books/a.pa.json"],
    ["books/A.PA.JSON", "Books/a.pa.json"],
    ["BOOKS/m\u00fcnchen.pa.json", "Books/Mu\u0308nchen.pa.json"],
    ["../other/B.pa.json", "../Other/b.pa.json"],
    ["/OTHER/b.pa.json", "/Other/b.pa.json"],
    ["books/none.pa.json", "Books/none.pa.json"],
  ])("of %s is %s", (typed, name) => {
    expect(nameOf(typed)).toBe(name);
  });

  it("is what was typed where the disk has files of several cases", () => {
    const files = ["/w/a.pa.json", "/w/A.pa.json"];
    const nameOf = diskNamer("/w", { ...disk(...files), isSame: (file, otherFile) => file === otherFile });
    expect(["a.pa.json", "A.pa.json"].map(nameOf)).toEqual(["a.pa.json", "A.pa.json"]);
  });

  it("has the drive as a capital letter", () => {
    const nameOf = diskNamer(path.resolve("/w"), { list: () => ["a.pa.json"], isSame: () => false });
    expect(nameOf("d:/a.pa.json")).toBe("D:/a.pa.json");
    expect(nameOf("//server/share/a.pa.json")).toBe("//server/share/a.pa.json");
  });
});
