import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fileOf, manifestOf, unitOf } from "../../test/support/manifests.ts";
import { checkArtifactCount, planArtifacts } from "./artifacts.ts";

let folder: string;
const manifest = manifestOf([
  fileOf("p/a.quant.json", [
    unitOf("x", { file: "p/a.quant/x.json", info: "p/a.quant/x.info.json" }),
    unitOf("y", { file: "p/a.quant/y.json" }),
  ]),
  fileOf("p:a.quant.json", [unitOf("result", { file: "b/result.json" })]),
  fileOf("c.pa.json", [unitOf("z", { status: "failure" })]),
]);
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "run-"));
  for (const file of [
    "manifest.json",
    "journal.jsonl",
    "p/a.quant/x.json",
    "p/a.quant/x.info.json",
    "p/a.quant/x.csv",
    "p/a.quant/y.json",
    "b/result.json",
  ]) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), "{}");
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const plan = (mode: "run" | "file" | "unit" | "none") =>
  planArtifacts(mode, "book", manifest, folder).map(({ name, files }) => [
    name,
    files.map((file) => path.relative(folder, file)),
  ]);

describe("planArtifacts", () => {
  it("run: the whole folder", () => {
    expect(plan("run")).toEqual([
      [
        "book",
        [
          "b/result.json",
          "journal.jsonl",
          "manifest.json",
          "p/a.quant/x.csv",
          "p/a.quant/x.info.json",
          "p/a.quant/x.json",
          "p/a.quant/y.json",
        ],
      ],
    ]);
  });

  it("file: one a file with results, and the rest", () => {
    expect(plan("file")).toEqual([
      ["book", ["journal.jsonl", "manifest.json", "p/a.quant/x.csv"]],
      ["book p_a.quant.json", ["p/a.quant/x.json", "p/a.quant/x.info.json", "p/a.quant/y.json"]],
      ["book p_a.quant.json-2", ["b/result.json"]],
    ]);
  });

  it("unit: one a unit with a result, and the rest", () => {
    expect(plan("unit").map(([name]) => name)).toEqual([
      "book",
      "book p_a.quant.json x",
      "book p_a.quant.json y",
      "book p_a.quant.json result",
    ]);
  });

  it("none: nothing", () => {
    expect(plan("none")).toEqual([]);
  });

  it("loses no file of the run folder, whatever the mode", () => {
    for (const mode of ["run", "file", "unit"] as const) {
      expect(
        plan(mode)
          .flatMap(([, files]) => files)
          .sort(),
      ).toEqual(plan("run").flatMap(([, files]) => files));
    }
  });
});

describe("checkArtifactCount", () => {
  it("refuses more artifacts than GitHub keeps", () => {
    expect(() => checkArtifactCount("unit", 1, 500)).toThrow(
      "artifacts: unit would yield 501 artifacts, and GitHub keeps 500 of a job. Use artifacts: file or run.",
    );
    expect(() => checkArtifactCount("file", 500, 500)).toThrow(/Use artifacts: run\./);
    for (const mode of ["run", "none"] as const) expect(() => checkArtifactCount(mode, 5000, 5000)).not.toThrow();
    expect(() => checkArtifactCount("unit", 1, 499)).not.toThrow();
  });
});
