import { describe, expect, it } from "vitest";
import { UserError } from "../../user-error.ts";
import { readEntry } from "../journal/journal-lines.ts";
import { parseRecord, readManifestText } from "./manifest-file.ts";
import { readAs } from "./read-fields.ts";
import { number } from "./schema-parts.ts";

const unit = { id: "u", status: "success", warnings: [], errors: [] };
const manifest = (units: readonly object[], more: object = {}) =>
  JSON.stringify({
    ...{ version: 1, tool: "t", service: "s", startedAt: "2026-01-01T00:00:00Z", status: "success" },
    files: [
      {
        ...{ path: "a.pa.json", family: "pa", sha256: "a", parametersSha256: "b", requestKeys: [], status: "success" },
        units,
      },
    ],
    ...more,
  });
const hostile = ["../../outside/s.json", "../.git/config", "/etc/passwd", "journal.jsonl", "a/../b.json", "a\\b.json"];

describe("a manifest", () => {
  it.each(hostile)(
    "that names %j as a result, an info document or the file of a table is refused, and the place named",
    async (path) => {
      const places = {
        "units[0].file": { file: path },
        "units[0].info": { info: path },
        "units[0].tables[0].csv": { tables: [{ id: "t", rows: 1, columns: 1, csv: path }] },
        "units[0].tables[0].parquet": { tables: [{ id: "t", rows: 1, columns: 1, parquet: path }] },
      };
      for (const [place, named] of Object.entries(places)) {
        const read = () => readManifestText(manifest([{ ...unit, ...named }]), "RUN/manifest.json");
        await expect(read()).rejects.toThrow(UserError);
        await expect(read()).rejects.toThrow(`RUN/manifest.json.files[0].${place} names ${JSON.stringify(path)}`);
        await expect(read()).rejects.toThrow("get the run folder again");
      }
    },
  );

  it.each([
    { index: 1, total: 9e15, planSha256: "p", files: [] },
    { index: 0, total: 2, planSha256: "p", files: [] },
    { index: 1, total: 2, planSha256: "p", files: [{ path: "a", shard: 4e9 }] },
  ])("with more shards than a plan can have is refused: %j", async (shard) => {
    await expect(readManifestText(manifest([unit], { shard }), "M")).rejects.toThrow(
      "is not a whole number from 1 to 10000",
    );
  });
});

describe("a list of millions of wrong entries", () => {
  // With an issue for each entry, zod takes 700 MB for 4 MB of text, and fails with another error.
  it.each(["requestKeys", "units"])("is refused at its first one: %s", async (name) => {
    const text = manifest([unit]).replace(/"units":/, `"${name}":[${"1,".repeat(2_000_000)}1],"old":`);
    const problem = name === "units" ? "[0] is not an object" : "[0] is not a text";
    await expect(readManifestText(text, "M")).rejects.toThrow(`M.files[0].${name}${problem}`);
  });
});

describe("a journal", () => {
  const stored = (file: string) => ({ file, contentType: "application/json", bytes: 1, sha256: "a" });
  const base = { key: "a.pa.json", at: "2026-01-01T00:00:00Z" };

  it.each(hostile)("that names %j as what is stored, or in an outcome, is refused", (path) => {
    const outcome = (units: object) => ({
      ...{ key: "a.pa.json", family: "pa", status: "success", requestKeys: [] },
      units: [{ ...unit, ...units }],
    });
    const entries = [
      { type: "stored", ...base, unitId: "u", kind: "result", file: stored(path) },
      { type: "stored", ...base, unitId: "u", kind: "info", file: stored(path) },
      { type: "finished", ...base, outcome: outcome({ stored: stored(path) }) },
      { type: "finished", ...base, outcome: outcome({ info: stored(path) }) },
      {
        ...{ type: "finished", ...base },
        outcome: outcome({ stored: { ...stored("a/u.json"), tables: [{ id: "t", rows: 1, columns: 1, csv: path }] } }),
      },
    ];
    for (const entry of entries) {
      expect(() => readEntry(entry)).toThrow(UserError);
      expect(() => readEntry(entry)).toThrow(JSON.stringify(path));
    }
  });
});

describe("a value of a record", () => {
  it("is an own property, whatever its name", () => {
    const inherited = parseRecord('{"__proto__":{"type":"create"}}', "the entry");
    expect(() => readEntry(inherited)).toThrow("the entry.type is not one of");
  });

  it("is no number where JSON says more than a double holds", () => {
    expect(() => readAs(number, parseRecord("1e999", "M"), "M")).toThrow("M is not a number");
    expect(readAs(number, parseRecord("-1.5e300", "M"), "M")).toBe(-1.5e300);
  });

  it("is not read where the record is too large", () => {
    expect(() => parseRecord(" ".repeat(500_000_001), "line 7")).toThrow(
      /^line 7 is too large: it has 500000001 bytes/,
    );
  });
});
