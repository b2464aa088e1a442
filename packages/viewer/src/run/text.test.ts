import { describe, expect, it } from "vitest";
import { file, manifest, unit } from "../../test/support/runs.ts";
import { runNames } from "./text.ts";

const namesOf = (...paths: string[]) => runNames(manifest(paths.map((path) => file(path, []))));

describe("the names in a run", () => {
  it("leave out the folders that all files share", () => {
    const names = namesOf("books/pa/weights.pa.json", "books/fi/bonds.fi.JSON");
    expect(names.file("books/pa/weights.pa.json")).toBe("pa/weights.pa");
    expect(names.file("books/fi/bonds.fi.JSON")).toBe("fi/bonds.fi");
  });

  it("keep whole folder names", () => {
    expect(namesOf("a/bc/x.json", "a/bd/x.json").file("a/bc/x.json")).toBe("bc/x");
    expect(namesOf("ab.json", "ac.json").file("ab.json")).toBe("ab");
    expect(namesOf("a/x.json").file("a/x.json")).toBe("x");
  });

  it("call a unit by its id, and an only result by its file", () => {
    const bonds = file("books/bonds.fi.json", [unit("result")]);
    const names = runNames(manifest([bonds]));
    expect(names.title({ file: bonds, unit: unit("result") })).toBe("bonds.fi");
    expect(names.title({ file: bonds, unit: unit("weights") })).toBe("weights");
  });
});
