import { createHash } from "node:crypto";
import { mkdir, open, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasLinks } from "../../../../../.ci/tests/links.ts";
import { temporaryFolder } from "../../../test/support/folders.ts";
import { readEarlierRun } from "../../reproduce/reproduction.ts";
import { UserError } from "../../user-error.ts";
import type { Manifest } from "./manifest.ts";
import { manifestText, readManifest, readReadableManifest, writeManifest } from "./manifest-file.ts";

const manifest: Manifest = {
  version: 1,
  tool: "analytics-engines/0.1.0",
  service: "https://api.example",
  startedAt: "2026-01-01T00:00:00.000Z",
  finishedAt: "2026-01-01T00:01:00.000Z",
  status: "failure",
  files: [
    {
      path: "a.pa.json",
      family: "pa",
      sha256: "aa",
      parametersSha256: "bb",
      jobId: "cc",
      requestKeys: ["k"],
      status: "failure",
      problem: { code: "lost-result", message: "Lost." },
      units: [
        {
          id: "u",
          status: "success",
          file: "a.pa/u.json",
          contentType: "application/json",
          bytes: 2,
          sha256: "dd",
          info: "a.pa/info/u.bin",
          warnings: ["w"],
          errors: [],
          dates: { start: "20240131" },
          tables: [{ id: "t", rows: 1, columns: 2 }],
        },
        { id: "v", status: "lost", warnings: [], errors: [{ code: "lost-result", source: { pointer: "/data/v" } }] },
      ],
    },
  ],
};

describe("a manifest", () => {
  it("is read as it was written", async () => {
    const folder = await temporaryFolder();
    await writeManifest(folder, manifest);
    expect(await readManifest(folder)).toEqual(manifest);
    expect(await readdir(folder)).toEqual(["manifest.json"]);
  });

  it("that was altered after it was written is refused, whatever was altered", async () => {
    const folder = await temporaryFolder();
    await writeManifest(folder, manifest);
    const path = join(folder, "manifest.json");
    const text = await readFile(path, "utf8");
    // Without its own name, the digest is a field of a later version.
    const name = text.indexOf("contentSha256");
    for (const { index } of text.matchAll(/[\w.]/g)) {
      if (index >= name && index < name + "contentSha256".length) continue;
      const other = text[index] === "0" ? "1" : "0";
      await writeFile(path, text.slice(0, index) + other + text.slice(index + 1));
      await expect(readManifest(folder), `${index}`).rejects.toThrow(/was altered after the run wrote it|is not JSON/);
    }
  });

  it("with a malformed file and unit is read without them, and with the reasons", async () => {
    const folder = await temporaryFolder();
    const [file] = manifest.files;
    const units = [{ ...file?.units[0], bytes: "many" }, file?.units[1]];
    const files = [
      { ...file, units },
      { path: "b.pa.json", family: "no such" },
    ];
    const path = join(folder, "manifest.json");
    await writeFile(path, JSON.stringify({ ...manifest, files }));
    await expect(readManifest(folder)).rejects.toThrow(UserError);
    expect(await readReadableManifest(folder)).toEqual({
      manifest: { ...manifest, files: [{ ...file, units: [file?.units[1]] }] },
      problems: [
        `${path}.files[0].units[0].bytes is not a whole number.`,
        expect.stringContaining(`${path}.files[1].family is not one of`),
      ],
    });
  });

  it("that was altered is read to be shown, and says so", async () => {
    const folder = await temporaryFolder();
    await writeManifest(folder, manifest);
    const path = join(folder, "manifest.json");
    await writeFile(path, (await readFile(path, "utf8")).replace("https://api.example", "https://other.example"));
    const { manifest: read, problems } = await readReadableManifest(folder);
    expect(read.service).toBe("https://other.example");
    expect(problems).toEqual([expect.stringContaining("was altered after the run wrote it")]);
    await expect(readReadableManifest(await temporaryFolder())).rejects.toThrow("is not a run folder");
  });

  it("is the same with other white space", async () => {
    const folder = await temporaryFolder();
    await writeManifest(folder, manifest);
    const path = join(folder, "manifest.json");
    const text = await readFile(path, "utf8");
    await writeFile(path, JSON.stringify(JSON.parse(text)).replaceAll("{", "{\r\n"));
    expect(await readManifest(folder)).toEqual(manifest);
  });

  it("may have fields that are added later", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "manifest.json"), JSON.stringify({ ...manifest, added: 1 }));
    expect(await readManifest(folder)).toEqual(manifest);
  });

  it.each([
    [{ ...manifest, version: 2 }, /version is not 1/],
    [{ ...manifest, status: "fine" }, /status is not one of success/],
    [{ ...manifest, files: {} }, /files is not a list/],
    [{ ...manifest, files: [{ ...manifest.files[0], family: "toString" }] }, /files\[0\]\.family is not one of/],
    [
      { ...manifest, files: [{ ...manifest.files[0], units: [{ id: 1 }] }] },
      /files\[0\]\.units\[0\]\.id is not a text\. Restore it from the run's artifact or a backup\.$/,
    ],
    [
      { ...manifest, files: [{ ...manifest.files[0], units: [{ ...manifest.files[0]?.units[0], bytes: -1 }] }] },
      /bytes is not a whole number/,
    ],
    [[], /is not an object/],
    [null, /is not an object/],
  ])("that is damaged is refused, and the place named", async (content, message) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "manifest.json"), JSON.stringify(content));
    await expect(readManifest(folder)).rejects.toThrow(UserError);
    await expect(readManifest(folder)).rejects.toThrow(message);
  });

  it("that is not there, or no JSON, makes the folder no run folder", async () => {
    const folder = await temporaryFolder();
    await expect(readManifest(folder)).rejects.toThrow(/is not a run folder/);
    await writeFile(join(folder, "manifest.json"), "{");
    await expect(readManifest(folder)).rejects.toThrow(/is not JSON/);
  });

  it.runIf(hasLinks)("that is a link, or too large, is not read", async () => {
    const folder = await temporaryFolder();
    const path = join(folder, "manifest.json");
    await writeFile(join(folder, "other.json"), JSON.stringify(manifest));
    await symlink(join(folder, "other.json"), path);
    await expect(readManifest(folder)).rejects.toThrow(UserError);
    await expect(readManifest(folder)).rejects.toThrow("cannot be read: it is not a file, or a link leads to it");

    const large = await temporaryFolder();
    await using file = await open(join(large, "manifest.json"), "w");
    await file.truncate(500_000_001);
    await expect(readManifest(large)).rejects.toThrow(UserError);
    await expect(readManifest(large)).rejects.toThrow("it has 500000001 bytes, and at most 500000000 are");
    await expect(readEarlierRun(join(large, "manifest.json"))).rejects.toThrow("at most 500000000 are");
    await expect(readEarlierRun(large)).rejects.toThrow(UserError);
  });

  it.runIf(hasLinks)("replaces a link and does not follow it", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "outside"));
    await symlink(join(folder, "outside", "x"), join(folder, "manifest.json"));
    await symlink(join(folder, "outside", "y"), join(folder, "manifest.json.partial"));
    await writeManifest(folder, manifest);
    expect(await readManifest(folder)).toEqual(manifest);
    expect(await readdir(join(folder, "outside"))).toEqual([]);
  });
});

it.each([
  ["of files", manifest],
  ["of no file", { ...manifest, files: [] }],
  ["of many files", { ...manifest, files: [...manifest.files, ...manifest.files, ...manifest.files] }],
])("a manifest %s is written in pieces, as it is written at once", (_name, whole) => {
  const content = JSON.stringify(whole, null, 2);
  const contentSha256 = createHash("sha256").update(content).digest("hex");
  expect([...manifestText(whole)].join("")).toBe(`${JSON.stringify({ ...whole, contentSha256 }, null, 2)}\n`);
});
