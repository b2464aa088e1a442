import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fileOf, manifestOf, unitOf } from "../../test/support/manifests.ts";
import { checkArtifactCount } from "./artifact-count.ts";
import { planArtifacts } from "./artifacts.ts";

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

const plan = async (mode: "run" | "file" | "unit" | "none") =>
  (await planArtifacts(mode, "book", manifest, folder)).map(({ name, files }) => ({
    name,
    files: files.map((file) => path.relative(folder, file)),
  }));

describe("planArtifacts", () => {
  it("plans one artifact of the whole folder with run", async () => {
    const files = [
      "b/result.json",
      "journal.jsonl",
      "manifest.json",
      "p/a.quant/x.csv",
      "p/a.quant/x.info.json",
      "p/a.quant/x.json",
      "p/a.quant/y.json",
    ];
    expect(await plan("run")).toEqual([{ name: "book", files }]);
  });

  it("plans one artifact for each file with results, and one for the rest, with file", async () => {
    expect(await plan("file")).toEqual([
      { name: "book", files: ["journal.jsonl", "manifest.json", "p/a.quant/x.csv"] },
      { name: "book p_a.quant.json", files: ["p/a.quant/x.json", "p/a.quant/x.info.json", "p/a.quant/y.json"] },
      { name: "book p_a.quant.json-2", files: ["b/result.json"] },
    ]);
  });

  it("plans one artifact for each unit with a result, and one for the rest, with unit", async () => {
    expect((await plan("unit")).map(({ name }) => name)).toEqual([
      "book",
      "book p_a.quant.json x",
      "book p_a.quant.json y",
      "book p_a.quant.json result",
    ]);
  });

  it("plans nothing with none", async () => {
    expect(await plan("none")).toEqual([]);
  });

  it("loses no file of the run folder, whatever the mode", async () => {
    const whole = (await plan("run")).flatMap(({ files }) => files);
    for (const mode of ["run", "file", "unit"] as const)
      expect((await plan(mode)).flatMap(({ files }) => files).sort()).toEqual(whole);
  });

  it("takes no link and no file outside the folder, whatever the manifest names", async () => {
    const outside = mkdtempSync(path.join(os.tmpdir(), "outside-"));
    const linked = mkdtempSync(path.join(os.tmpdir(), "run-"));
    try {
      writeFileSync(path.join(outside, "s.json"), "secret");
      mkdirSync(path.join(linked, "a"));
      writeFileSync(path.join(linked, "a", "own.json"), "{}");
      symlinkSync(outside, path.join(linked, "b"));
      symlinkSync(path.join(outside, "s.json"), path.join(linked, "a", "s.json"));
      const up = `../${path.basename(outside)}/s.json`;
      const names = [up, `a/../${up}`, path.join(outside, "s.json"), "a/s.json", "b/s.json", "a/own.json"];
      const units = names.map((file) =>
        unitOf(file, { file, info: file, tables: [{ id: "t", rows: 1, columns: 1, csv: file }] }),
      );
      for (const mode of ["run", "file", "unit"] as const) {
        const plans = await planArtifacts(mode, "book", manifestOf([fileOf("a.pa.json", units)]), linked);
        expect(new Set(plans.flatMap(({ files }) => files))).toEqual(new Set([path.join(linked, "a", "own.json")]));
      }
    } finally {
      for (const made of [outside, linked]) rmSync(made, { recursive: true });
    }
  });
});

describe("checkArtifactCount", () => {
  it("refuses more artifacts than GitHub keeps", () => {
    expect(() => checkArtifactCount("unit", 1, 500)).toThrow(
      "artifacts: unit would store 501 artifacts, and GitHub keeps 500 of a job. Use artifacts: file or run.",
    );
    expect(() => checkArtifactCount("file", 500, 500)).toThrow(/Use artifacts: run\./);
    for (const mode of ["run", "none"] as const) expect(() => checkArtifactCount(mode, 5000, 5000)).not.toThrow();
    expect(() => checkArtifactCount("unit", 1, 499)).not.toThrow();
  });
});
