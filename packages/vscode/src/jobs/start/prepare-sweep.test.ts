import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { exampleText } from "../../../test/support/run-world.ts";
import { InvalidFileError, prepareFiles, type SourceFile, unitsOfSource } from "./prepare.ts";

const uri = "file:///w/funds.pa.sweep.json";

/** A sweep over currencies, with the rows in a file. */
function sweepOf(rows: string): SourceFile {
  const text = JSON.stringify({
    template: { componentid: "0A".repeat(32) },
    rows: "rows.csv",
    id: "{name}",
    fill: { "/currencyisocode": "{currency}" },
  });
  const sweepFiles = new Map([["rows.csv", { text: rows, uri: "file:///w/rows.csv" }]]);
  return { text, path: "funds.pa.sweep.json", uri, families: {}, sweepFiles };
}

const source = sweepOf("name,currency\na,USD\nb,EUR\n");

const noPause = async () => {};

describe("a prepared sweep", () => {
  it("lets other work have its turn while its jobs are made ready, and also where a set fixes dates", async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => `u${index},USD`).join("\n");
    let turns = 0;
    const pause = async () => void turns++;
    const files = await prepareFiles(sweepOf(`name,currency\n${rows}\n`), pause, undefined, { currency: "EUR" });
    expect(files).toHaveLength(10);
    expect(files.every(({ file }) => file.units.length === 500)).toBe(true);
    expect(files[9]?.request).toMatchObject({ data: { u4999: { currencyisocode: "EUR" } } });
    expect(turns).toBe(10);
  });

  it("has a file for each job, with its rows and the digests of its files", async () => {
    const many = Array.from({ length: 501 }, (_, index) => `u${index},USD`).join("\n");
    const [first, second] = await prepareFiles(sweepOf(`name,currency\n${many}\n`), noPause);
    expect(first?.file).toMatchObject({ path: "funds.pa.sweep.json", uri, family: "pa" });
    expect(first?.file.units).toHaveLength(500);
    expect(second?.file).toMatchObject({ path: "funds.pa.sweep.2.json", uri, units: ["u500"] });
    expect(second?.file.sweep?.rows).toEqual([{ id: "u500", file: "rows.csv", line: 502 }]);
    expect(second?.request).toMatchObject({ data: { u500: { currencyisocode: "USD" } } });
    const sha256 = createHash("sha256").update(`name,currency\n${many}\n`).digest("hex");
    expect(second?.file.sweep?.sources[1]).toEqual({ path: "rows.csv", sha256 });
  });

  it("can be a single row", async () => {
    expect(unitsOfSource(source)).toEqual(["a", "b"]);
    const [only, ...others] = await prepareFiles(source, noPause, "b");
    expect(others).toEqual([]);
    expect(only?.file).toMatchObject({ units: ["b"], sweep: { rows: [{ id: "b", line: 3 }] } });
    expect(Object.keys(Object(only?.request).data)).toEqual(["b"]);
    const [whole] = await prepareFiles(source, noPause);
    expect(only?.file.parametersSha256).not.toBe(whole?.file.parametersSha256);
    await expect(prepareFiles(source, noPause, "no such")).rejects.toThrow('no unit "no such"');
  });

  it("has a job for each row in a family without units", async () => {
    const text = JSON.stringify({
      template: JSON.parse(exampleText("bonds.fi.json")),
      rows: "rows.csv",
      id: "face-{face}",
      fill: { "/securities/0/face": { column: "face", type: "number" } },
    });
    const sweepFiles = new Map([["rows.csv", { uri: "file:///w/rows.csv", text: "face\n1\n2\n" }]]);
    const bonds: SourceFile = { text, path: "b.fi.sweep.json", families: {}, sweepFiles };
    expect(unitsOfSource(bonds)).toEqual(["face-1", "face-2"]);
    const files = (await prepareFiles(bonds, noPause, "face-2")).map(({ file }) => file);
    expect(files).toMatchObject([{ units: ["result"], sweep: { rows: [{ id: "face-2" }] } }]);
  });

  it("is refused with the first error, in the file that has it", async () => {
    const error = await prepareFiles(sweepOf("name,currency\na,USD\nb,\n"), noPause).catch((thrown: unknown) => thrown);
    if (!(error instanceof InvalidFileError)) throw new Error("it was not refused");
    expect(error).toMatchObject({ uri: "file:///w/rows.csv", issue: { range: { start: { line: 3, column: 3 } } } });
    expect(error.message).toContain("funds.pa.sweep.json was not run: The cell is empty");
  });
});
