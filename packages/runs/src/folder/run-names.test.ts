import { describe, expect, it } from "vitest";
import { createRunNames, foldName } from "./run-names.ts";

describe("names in a run folder", () => {
  it("are the parameter file's, without .json", () => {
    const names = createRunNames([{ key: "parameters/weights.pa.json", units: ["weights", "over time"] }]);
    expect(names.folderOf("parameters/weights.pa.json")).toBe("weights.pa");
    expect(names.unitOf("parameters/weights.pa.json", "over time")).toBe("over time");
  });

  it("are the whole path's where two files have the same name", () => {
    const names = createRunNames(
      ["emea/weights.pa.json", "./apac/Weights.pa.json", "risk.pa.json"].map((key) => ({ key, units: [] })),
    );
    expect(names.folderOf("emea/weights.pa.json")).toBe("emea-weights.pa");
    expect(names.folderOf("./apac/Weights.pa.json")).toBe("apac-Weights.pa");
    expect(names.folderOf("risk.pa.json")).toBe("risk.pa");
  });

  it("stay distinct where whole paths read the same", () => {
    const keys = ["a/b/x.json", "a-b/x.json", "a/b-x.json", "x.json"];
    const names = createRunNames(keys.map((key) => ({ key, units: [] })));
    expect(new Set(keys.map((key) => names.folderOf(key))).size).toBe(4);
  });

  it("are never those of the commentaries of other units", () => {
    const key = "books/effects.pa.json";
    const units = ["effects", "effects.commentary", "Effects.Commentary.COMMENTARY"];
    const names = createRunNames([{ key, units }]);
    const given = units.map((unit) => foldName(names.unitOf(key, unit)));
    expect(given.filter((name) => given.some((other) => name === foldName(`${other}.commentary`)))).toEqual([]);
    expect(createRunNames([{ key, units: ["effects.commentary"] }]).unitOf(key, "effects.commentary")).toBe(
      "effects.commentary_",
    );
  });

  it("meet none of the run folder's own files", () => {
    const names = createRunNames([{ key: "manifest.json.json", units: [] }]);
    expect(names.folderOf("manifest.json.json")).not.toBe("manifest.json");
  });

  it("keep units apart that a file system would not", () => {
    const names = createRunNames([{ key: "x.json", units: ["A", "a", "b"] }]);
    const used = ["A", "a", "b"].map((unit) => names.unitOf("x.json", unit).toLowerCase());
    expect(new Set(used).size).toBe(3);
    expect(names.unitOf("x.json", "b")).toBe("b");
    expect(names.unitOf("x.json", "unforeseen")).toMatch(/^unforeseen-[0-9a-f]{32}$/);
  });
});
