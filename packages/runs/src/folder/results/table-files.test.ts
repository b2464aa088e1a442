import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasLinks } from "../../../../../.ci/tests/links.ts";
import { createParquetReader } from "../../../../core/test/support/tables/read-parquet.ts";
import { temporaryFolder } from "../../../test/support/folders.ts";
import type { ManifestUnit } from "../manifest/manifest.ts";
import { writeCsvFiles, writeParquetFiles } from "./table-files.ts";

const FOLDER = "weights.pa";

/** A result with one table of two rows for each name. */
function stach(names: readonly string[], cell: unknown = "Alder"): string {
  const table = {
    definition: {
      columns: [
        { id: "a", name: "name", description: "Name", type: "string", isDimension: true },
        { id: "b", name: "weight", description: "Port. | Weight", type: "real" },
      ],
    },
    data: { rows: [{ values: { a: cell, b: 66.6666666666667 } }, { values: { a: "B, C", b: null } }] },
  };
  return JSON.stringify({ data: { tables: Object.fromEntries(names.map((name) => [name, table])) } });
}

interface Given {
  readonly id: string;
  readonly file?: string;
  readonly content?: string | Uint8Array;
  readonly contentType?: string;
  readonly status?: ManifestUnit["status"];
  /** What the manifest says about its tables. */
  readonly tables?: NonNullable<ManifestUnit["tables"]>;
}

/** A run folder with these units of one parameter file. */
async function runFolder(given: readonly Given[]): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, FOLDER));
  const units: ManifestUnit[] = [];
  for (const { id, file = `${id}.json`, content = "", contentType = "application/json", ...more } of given) {
    await writeFile(join(folder, FOLDER, file), content);
    const sha256 = createHash("sha256").update(content).digest("hex");
    const stored = { file: `${FOLDER}/${file}`, contentType, bytes: Buffer.byteLength(content), sha256 };
    units.push({ id, status: "success", ...stored, warnings: [], errors: [], ...more });
  }
  const digests = { sha256: "0", parametersSha256: "0" };
  const entry = { path: `${FOLDER}.json`, family: "pa", ...digests, requestKeys: [], status: "success", units };
  const head = { version: 1, tool: "test/1", service: "https://api.example", startedAt: "2026-01-01T00:00:00Z" };
  await writeFile(join(folder, "manifest.json"), JSON.stringify({ ...head, status: "success", files: [entry] }));
  return folder;
}

describe("writeCsvFiles", () => {
  it("writes the table of a result beside it and notes it in the manifest", async () => {
    const folder = await runFolder([{ id: "one", content: stach(["t"]) }]);
    const { written, problems } = await writeCsvFiles(folder);
    expect({ written, problems }).toEqual({ written: 1, problems: [] });
    const csv = await readFile(join(folder, FOLDER, "one.csv"), "utf8");
    expect(csv).toBe('\uFEFFName,Port. | Weight\r\nAlder,66.6666666666667\r\n"B, C",\r\n');
    const manifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"));
    expect(manifest.files[0].units[0].tables).toEqual([{ id: "t", rows: 2, columns: 2, csv: "weights.pa/one.csv" }]);
  });

  it("gives each of several tables a file, and the same names when it is repeated", async () => {
    const folder = await runFolder([{ id: "one", content: stach(["first", "second"]) }]);
    await writeCsvFiles(folder);
    const names = (await readdir(join(folder, FOLDER))).sort();
    expect(names).toEqual(["one.first.csv", "one.json", "one.second.csv"]);
    await writeCsvFiles(folder);
    expect((await readdir(join(folder, FOLDER))).sort()).toEqual(names);
  });

  it("names files as the manifest names tables whose ids repeat a credential", async () => {
    const tables = [1, 2].map((place) => ({ id: `(redacted) (table ${place})`, rows: 2, columns: 2 }));
    const folder = await runFolder([{ id: "one", content: stach(["hunter2-hunter2", "2 hunter2-hunter2"]), tables }]);
    expect(await writeCsvFiles(folder)).toMatchObject({ written: 2, problems: [] });
    expect((await readdir(join(folder, FOLDER))).join()).not.toContain("hunter2");
    expect(await readFile(join(folder, "manifest.json"), "utf8")).not.toContain("hunter2");
  });

  it("makes no tables of a result that is too large, and says so", async () => {
    const content = stach(["t"]);
    const folder = await runFolder([{ id: "one", content }]);
    for (const write of [writeCsvFiles, writeParquetFiles]) {
      expect(await write(folder, content.length - 1)).toMatchObject({
        written: 0,
        problems: [{ unitId: "one", isAltered: false, reason: expect.stringContaining("at most") }],
      });
    }
    expect(await readdir(join(folder, FOLDER))).toEqual(["one.json"]);
    expect(await writeCsvFiles(folder, content.length)).toMatchObject({ written: 1, problems: [] });
  });

  it("overwrites neither a result that is CSV itself nor the table of a unit with a like name", async () => {
    const folder = await runFolder([
      { id: "one", content: stach(["t", "u"]) },
      { id: "one.t", content: stach(["x"]) },
      { id: "two", content: stach(["x"]) },
      { id: "TWO", file: "TWO.csv", content: "kept", contentType: "text/csv" },
    ]);
    const { written } = await writeCsvFiles(folder);
    const names = (await readdir(join(folder, FOLDER))).filter((name) => name.endsWith(".csv"));
    expect(written).toBe(4);
    expect(names).toHaveLength(5);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(5);
    expect(await readFile(join(folder, FOLDER, "TWO.csv"), "utf8")).toBe("kept");
  });

  it("makes a field inert that a spreadsheet would run", async () => {
    const folder = await runFolder([{ id: "one", content: stach(["t"], "=1+1") }]);
    await writeCsvFiles(folder);
    expect(await readFile(join(folder, FOLDER, "one.csv"), "utf8")).toContain("'=1+1");
  });

  it("leaves alone what is no table or no success, and says what it could not read", async () => {
    const folder = await runFolder([
      { id: "pdf", file: "pdf.pdf", content: "%PDF-", contentType: "application/pdf" },
      { id: "failed", content: stach(["t"]), status: "failure" },
      { id: "broken", content: '{"data":{"tables":{"t":{"definition":{"columns":[' },
      { id: "good", content: stach(["t"]) },
    ]);
    const { written, problems } = await writeCsvFiles(folder);
    expect(written).toBe(1);
    expect(problems).toEqual([
      {
        path: "weights.pa.json",
        unitId: "broken",
        file: "weights.pa/broken.json",
        reason: expect.any(String),
        isAltered: false,
      },
    ]);
    expect((await readdir(join(folder, FOLDER))).filter((name) => name.endsWith(".csv"))).toEqual(["good.csv"]);
  });

  it.runIf(hasLinks)(
    "converts no result that was altered, is missing or is reached by a link, and says so",
    async () => {
      const content = stach(["t"]);
      const folder = await runFolder(["altered", "longer", "missing", "linked"].map((id) => ({ id, content })));
      const place = (name: string) => join(folder, FOLDER, name);
      await writeFile(place("altered.json"), content.replace("Alder", "Elder"));
      await writeFile(place("longer.json"), `${content} `);
      await rm(place("missing.json"));
      await rename(place("linked.json"), join(folder, "elsewhere.json"));
      await symlink(join(folder, "elsewhere.json"), place("linked.json"));
      const { written, problems } = await writeCsvFiles(folder);
      expect(written).toBe(0);
      expect(problems.map(({ unitId, isAltered, reason }) => [unitId, isAltered, reason])).toEqual([
        ["altered", true, "its SHA-256 is not that of the bytes that were stored"],
        ["longer", true, expect.stringMatching(/^it has \d+ bytes, and \d+ were stored$/)],
        ["missing", true, "the file is missing"],
        ["linked", true, "it is not a file, or a link leads to it"],
      ]);
      expect((await readdir(join(folder, FOLDER))).filter((name) => name.includes("csv"))).toEqual([]);
    },
  );

  it.runIf(hasLinks)("writes through no link: neither in a CSV's place nor in that of its folder", async () => {
    const outside = await temporaryFolder();
    await writeFile(join(outside, "s.csv"), "kept");
    const folder = await runFolder([{ id: "one", content: stach(["t"]) }]);
    for (const name of ["one.csv", ".one.csv.partial"])
      await symlink(join(outside, "s.csv"), join(folder, FOLDER, name));
    expect(await writeCsvFiles(folder)).toMatchObject({ written: 1, problems: [] });
    expect(await readFile(join(outside, "s.csv"), "utf8")).toBe("kept");

    await rename(join(folder, FOLDER), join(outside, FOLDER));
    await symlink(join(outside, FOLDER), join(folder, FOLDER));
    await rm(join(outside, FOLDER, "one.csv"));
    expect(await writeCsvFiles(folder)).toMatchObject({ written: 0, problems: [{ isAltered: true }] });
    expect(await readdir(join(outside, FOLDER))).toEqual(["one.json"]);
  });

  it("keeps what arrived of a result called like a CSV, and results whose extension differs in letter case alone", async () => {
    const folder = await runFolder([
      { id: "one", content: stach(["t"]) },
      { id: "two", file: "one.CSV", content: "kept", contentType: "text/csv" },
    ]);
    await writeFile(join(folder, FOLDER, "one.csv.partial"), "all that arrived");
    const { manifest } = await writeCsvFiles(folder);
    const csv = manifest.files[0]?.units[0]?.tables?.[0]?.csv ?? "";
    expect(csv.toLowerCase()).not.toBe("weights.pa/one.csv");
    expect(await readFile(join(folder, FOLDER, "one.CSV"), "utf8")).toBe("kept");
    expect(await readFile(join(folder, FOLDER, "one.csv.partial"), "utf8")).toBe("all that arrived");
  });
});

describe("writeParquetFiles", () => {
  it("writes each table of a result, and notes it beside its CSV", async () => {
    const folder = await runFolder([{ id: "one", content: stach(["first", "second"], "=1+1") }]);
    await writeCsvFiles(folder);
    const { written, problems, manifest } = await writeParquetFiles(folder);
    expect({ written, problems }).toEqual({ written: 2, problems: [] });
    expect(manifest.files[0]?.units[0]?.tables).toEqual(
      ["first", "second"].map((id) => {
        const stem = `${FOLDER}/one.${id}`;
        return { id, rows: 2, columns: 2, csv: `${stem}.csv`, parquet: `${stem}.parquet` };
      }),
    );
    expect(JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"))).toMatchObject({ files: manifest.files });
    const parquet = await createParquetReader();
    onTestFinished(() => parquet.close());
    expect(await parquet.readFile(join(folder, FOLDER, "one.first.parquet"))).toMatchObject({
      names: ["Name", "Port. | Weight"],
      columns: [
        ["=1+1", "B, C"],
        [66.6666666666667, null],
      ],
    });
    expect((await readdir(join(folder, FOLDER))).sort()).toEqual(
      ["one.first.csv", "one.first.parquet", "one.json", "one.second.csv", "one.second.parquet"].sort(),
    );
  });

  it("reports a result that was altered or cannot be read, and leaves no part of a file", async () => {
    const folder = await runFolder([{ id: "broken", content: '{"data":{"tables":{"t":{"definition":{"columns":[' }]);
    expect(await writeParquetFiles(folder)).toMatchObject({ written: 0, problems: [{ unitId: "broken" }] });
    await writeFile(join(folder, FOLDER, "broken.json"), stach(["t"]));
    expect(await writeParquetFiles(folder)).toMatchObject({ written: 0, problems: [{ isAltered: true }] });
    expect(await readdir(join(folder, FOLDER))).toEqual(["broken.json"]);
  });
});
