import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { familyIds } from "@analytics-engines/core/basics";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { createWorld, ORIGIN, requests } from "../../../../core/test/support/world.ts";
import { temporaryFolder } from "../../../test/support/folders.ts";
import { nightlyProvenance } from "../../../test/support/provenance.ts";
import type { RunToFolderOptions } from "../run-options.ts";
import { runToFolder } from "../run-to-folder.ts";
import { findManifest } from "./manifest-file.ts";

const schema = JSON.parse(
  readFileSync(new URL("../../../../core/schemas/manifest.schema.json", import.meta.url), "utf8"),
);
const validate = new Ajv({ strict: true, validateFormats: false }).compile(schema);

const hex = (digit: string) => digit.repeat(64);
const run = [
  requests.pa(),
  requests.paUnits(["a", "b"]),
  requests.quant(),
  requests.attribution(),
  requests.fi(),
  requests.fiab(),
  requests.pub(),
];
const files = run.map(({ key, family, body }) => ({
  path: key,
  family,
  request: body,
  sha256: hex("0"),
  parametersSha256: hex("1"),
}));

/** The manifest of a run as it is on the disk. */
async function manifestOf(
  simulated: Parameters<typeof createWorld>[0],
  options: Partial<RunToFolderOptions> = {},
): Promise<unknown> {
  const world = createWorld(simulated);
  const folder = await temporaryFolder();
  const { client, clock } = world;
  await clock.run(() =>
    runToFolder(files, { client, clock, folder, tool: "test/1", service: ORIGIN, random: () => 0.5, ...options }),
  );
  return JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"));
}

/** A manifest with every field. */
const full = {
  version: 1,
  tool: "analytics-engines/0.1.0",
  service: "https://api.example",
  userSha256: hex("7"),
  reuse: { run: "earlier", copied: 1, computed: [{ reason: "of new or changed parameters", units: 2 }] },
  startedAt: "2026-01-01T00:00:00.000Z",
  finishedAt: "2026-01-01T00:01:00.000Z",
  status: "failure",
  name: "nightly",
  provenance: nightlyProvenance,
  resumed: [{ ...nightlyProvenance, actor: "deputy" }],
  shard: { index: 1, total: 2, planSha256: hex("f"), files: [{ path: "a.quant.json", shard: 1 }] },
  reproduces: {
    manifestSha256: hex("8"),
    startedAt: "2025-01-01T00:00:00.000Z",
    service: "https://api.example",
    compared: {
      reproduced: false,
      units: [
        {
          path: "a.quant.json",
          id: "u",
          outcome: "differs",
          reason: "1 of 2 cells differ",
          moves: [{ row: "a", column: "Price", before: 1.5, after: 2 }],
        },
      ],
    },
  },
  missing: [{ index: 2, total: 2, files: ["b.quant.json"] }],
  files: [
    {
      path: "a.quant.json",
      family: "quant",
      sha256: hex("a"),
      parametersSha256: hex("b"),
      expects: "arrow",
      jobId: "c",
      requestKeys: ["k"],
      status: "failure",
      problem: { code: "lost-result", message: "Lost." },
      units: [
        {
          id: "u",
          status: "success",
          parametersSha256: hex("f"),
          row: { sweep: "a.quant.sweep.json", row: "u", file: "rows.csv", line: 2 },
          reused: { run: "earlier", manifestSha256: hex("e"), startedAt: "2026-01-01T00:00:00Z" },
          file: "a.quant/u.json",
          contentType: "application/json",
          bytes: 2,
          sha256: hex("d"),
          end: "not-proved",
          info: "a.quant/info/u.json",
          infoBytes: 3,
          infoSha256: hex("e"),
          warnings: ["w"],
          errors: [{ id: "i", code: "c", title: "t", detail: "d", source: { pointer: "/p", parameter: "q" } }],
          dates: { start: "20240131", end: "20240229" },
          tables: [{ id: "t", rows: 1, columns: 2, csv: "a.quant/u.csv", parquet: "a.quant/u.parquet" }],
        },
      ],
    },
  ],
};

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Every object in a value, with its place. */
function* objectsIn(
  value: unknown,
  place: readonly string[] = [],
): Generator<{ object: Json; place: readonly string[] }> {
  if (isObject(value)) yield { object: value, place };
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, [...place, key]);
}

describe("the schema of the manifest", () => {
  it.each<[string, Parameters<typeof createWorld>[0], Partial<RunToFolderOptions>]>([
    ["everything succeeds", {}, {}],
    ["results are lost", { faults: ["result#2=cut", "status#3=lost"] }, {}],
    ["results are no JSON and info documents are missing", { faults: ["result=broken-json", "info=500"] }, {}],
    ["the service is away", { faults: ["status=503"] }, {}],
    ["creates are refused", { users: [{ username: "DEMO-1", password: "demo", families: [] }] }, {}],
    ["the deadline passes", { jobSeconds: 1000 }, { jobDeadlineSeconds: 60 }],
    ["it is stopped at once", {}, { signal: AbortSignal.abort() }],
  ])("takes what a run writes where %s", async (_, simulated, options) => {
    const manifest = await manifestOf(simulated, options);
    expect(validate(manifest), JSON.stringify(validate.errors)).toBe(true);
  });

  it("takes a manifest with all there can be in it, and the reader keeps every field of it", async () => {
    expect(validate(full), JSON.stringify(validate.errors)).toBe(true);
    const folder = await temporaryFolder();
    await writeFile(join(folder, "manifest.json"), JSON.stringify(full));
    expect(await findManifest(folder)).toEqual(full);
    // The manifest above has every field of the schema.
    const named = [...objectsIn(schema)].flatMap(({ object }) =>
      isObject(object["properties"]) ? Object.keys(object["properties"]) : [],
    );
    const held = [...objectsIn(full)].flatMap(({ object }) => Object.keys(object));
    expect(new Set(named)).toEqual(new Set([...held, "contentSha256"]));
  });

  it("requires what the reader requires, and refuses what it refuses", async () => {
    const folder = await temporaryFolder();
    for (const { object, place } of objectsIn(full)) {
      for (const name of Object.keys(object)) {
        for (const value of [undefined, null, 7, "nonsense", [null]]) {
          const damaged: Json = JSON.parse(JSON.stringify(full));
          const found = [...objectsIn(damaged)].find((one) => one.place.join("/") === place.join("/"));
          if (found === undefined) throw new Error(`no ${place.join("/")}`);
          found.object[name] = value;
          const text = JSON.stringify(damaged);
          await writeFile(join(folder, "manifest.json"), text);
          const isRead = await findManifest(folder).then(
            () => true,
            () => false,
          );
          const isValid = validate(JSON.parse(text));
          // The reader accepts any text as a digest; the comparison finds a wrong one.
          const isTaken = isRead && !(/sha256$/i.test(name) && value === "nonsense");
          expect([...place, name, value, isValid]).toEqual([...place, name, value, isTaken]);
        }
      }
    }
  });

  it("has no field and no status that the guide does not explain", () => {
    const guide = readFileSync(new URL("../../../../../docs/runs/run-folder.md", import.meta.url), "utf8");
    const words = new Set([...guide.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = ""]) => code.split(/[.[\]]+/)));
    const fields = [...objectsIn(full)].flatMap(({ object }) => Object.keys(object));
    expect(fields.filter((name) => !words.has(name))).toEqual([]);
    for (const status of schema.properties.files.items.properties.units.items.properties.status.enum)
      expect(guide).toContain(`| \`${status}\``);
  });

  it("knows all families and describes every field", () => {
    const { family } = schema.properties.files.items.properties;
    expect(family.enum).toEqual(familyIds);
    for (const { object } of objectsIn(schema)) {
      if (!isObject(object["properties"])) continue;
      expect(object["additionalProperties"]).toBe(false);
      for (const property of Object.values(object["properties"]))
        expect(property).toMatchObject({ description: expect.stringMatching(/\.$/) });
    }
  });
});
