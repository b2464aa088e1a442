import { rmSync } from "node:fs";
import { cp, readdir, readFile, rename, rm, symlink, truncate, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RunEvent } from "@analytics-engines/core";
import { describe, expect, it } from "vitest";
import { createWorld, ORIGIN, only, requests, type World } from "../../../core/test/support/world.ts";
import { flipByte } from "../../test/support/flip-byte.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import { runFileOf } from "../../test/support/run-file.ts";
import { UserError } from "../user-error.ts";
import { lineOf } from "./journal/journal-format.ts";
import type { Manifest } from "./manifest/manifest.ts";
import { readManifest, writeManifest } from "./manifest/manifest-file.ts";
import type { RunToFolderOptions } from "./run-options.ts";
import { runToFolder } from "./run-to-folder.ts";

const all = [requests.pa(), requests.quant(), requests.fi(), requests.pub()].map(runFileOf);

function runIn(world: World, folder: string, files = all, options: Partial<RunToFolderOptions> = {}) {
  const { client, clock } = world;
  const run = { client, clock, folder, tool: "test/1", service: ORIGIN, random: () => 0.5, ...options };
  return clock.run(() => runToFolder(files, run));
}

/** A run that has ended, and whose folder was changed after that. */
async function changed(change: (folder: string) => Promise<unknown>) {
  const world = createWorld();
  const folder = await temporaryFolder();
  await runIn(world, folder);
  await change(folder);
  const sent = world.simulator.requests.length;
  return { world, folder, sent, resume: () => runIn(world, folder, all, { resume: true }) };
}

const unitsOf = (manifest: Manifest) => manifest.files.flatMap((file) => file.units);

async function contentsOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file, "latin1")] as const)));
}

describe("a resumed run calls no result success", () => {
  it.each<[string, RegExp, (path: string) => Promise<unknown>]>([
    ["missing", /weights\.json: the file is missing/, (path) => unlink(path)],
    ["shorter", /weights\.json: it has 5 bytes, and \d+ were stored/, (path) => truncate(path, 5)],
    ["altered", /weights\.json: its SHA-256 is not that of the bytes/, (path) => flipByte(path, 7)],
    [
      "replaced by a link",
      /weights\.json: it is not a file/,
      async (path) => {
        await cp(path, `${path}.elsewhere`);
        await unlink(path);
        await symlink(`${path}.elsewhere`, path);
      },
    ],
  ])("that is %s, and asks the service for nothing", async (_, why, change) => {
    const { world, folder, sent, resume } = await changed((place) => change(join(place, "weights.pa/weights.json")));
    const manifest = await resume();
    expect(manifest.status).toBe("failure");
    const [first, ...others] = manifest.files;
    expect(first).toMatchObject({
      status: "failure",
      problem: { code: "lost-result", message: expect.stringContaining("Restore the files") },
      units: [
        { id: "weights", status: "lost", errors: [{ code: "damaged-result", detail: expect.stringMatching(why) }] },
      ],
    });
    expect(only(first?.units ?? []).file).toBeUndefined();
    expect(others.map(({ status }) => status)).toEqual(others.map(() => "success"));
    expect(await readManifest(folder)).toEqual(manifest);
    expect(world.simulator.requests).toHaveLength(sent);
  });

  it("that is gone when the run ends", async () => {
    const world = createWorld();
    const folder = await temporaryFolder();
    const manifest = await runIn(world, folder, all, {
      onEvent(event) {
        if (event.type === "job-finished" && event.key === "weights.pa.json")
          rmSync(join(folder, "weights.pa/weights.json"));
      },
    });
    expect(manifest.status).toBe("failure");
    expect(unitsOf(manifest)[0]).toMatchObject({ status: "lost", errors: [{ code: "damaged-result" }] });
  });

  it("in the events of a job in progress that its manifest does not call success", async () => {
    const world = createWorld();
    const folder = await temporaryFolder();
    const stop = new AbortController();
    const files = [runFileOf(requests.quant())];
    let stored = "";
    await runIn(world, folder, files, {
      signal: stop.signal,
      onEvent(event) {
        if (event.type !== "unit-finished" || stored !== "") return;
        stored = event.unit.id;
        stop.abort();
      },
    });
    const before = unitsOf(await readManifest(folder)).find(({ id }) => id === stored);
    await unlink(join(folder, before?.file ?? expect.fail("nothing is stored")));
    const told: RunEvent[] = [];
    const manifest = await runIn(world, folder, files, { resume: true, onEvent: (event) => told.push(event) });
    expect(unitsOf(manifest).map(({ id, status }) => [id, status])).toContainEqual([stored, "lost"]);
    expect(unitsOf(manifest).filter(({ status }) => status === "success")).toHaveLength(1);
    const units = told.flatMap((event) => (event.type === "unit-finished" ? [event.unit] : []));
    const statuses = (list: readonly { id: string; status: string }[]) =>
      list.map((one) => [one.id, one.status]).sort();
    expect(statuses(units)).toEqual(statuses(unitsOf(manifest)));
  });
});

describe("a resumed run", () => {
  it("counts a result again that was restored", async () => {
    const file = "bonds.fi/result.json";
    const { folder, resume } = await changed(async (place) => {
      await cp(join(place, file), join(place, "backup"));
      await unlink(join(place, file));
    });
    expect((await resume()).status).toBe("failure");
    await cp(join(folder, "backup"), join(folder, file));
    expect((await resume()).status).toBe("success");
  });

  it("warns of an info document that is altered, and keeps the result", async () => {
    let info = "";
    const { resume } = await changed(async (folder) => {
      info = unitsOf(await readManifest(folder)).find(({ id }) => id === "prices")?.info ?? "";
      await flipByte(join(folder, info), 3);
    });
    const manifest = await resume();
    expect(manifest.status).toBe("success");
    const unit = unitsOf(manifest).find(({ id }) => id === "prices");
    expect(unit).toMatchObject({ status: "success", file: "prices.quant/prices.json" });
    expect(unit?.warnings).toEqual([expect.stringContaining(`${info} does not count: its SHA-256`)]);
    expect(unit?.info).toBeUndefined();
  });
});

describe("a run folder", () => {
  const remove =
    (...names: readonly string[]) =>
    async (folder: string) => {
      for (const name of names) await unlink(join(folder, name));
    };

  const loseResult = (folder: string) => rm(join(folder, "weights.pa/weights.json"), { force: true });

  const cutJournal = (folder: string) => truncate(join(folder, "journal.jsonl"), 900);

  it.each<[string, RegExp, (folder: string) => Promise<unknown>]>([
    ["whose journal is missing", /journal\.jsonl cannot be trusted: it ends after line 0/, remove("journal.jsonl")],
    ["whose journal ends early", /it ends after line \d+, and the run wrote \d+ lines/, cutJournal],
    [
      "whose journal.commit is missing",
      /the file journal\.commit beside it is missing or damaged/,
      remove("journal.commit"),
    ],
    ["whose manifest is missing", /has a journal without a manifest\.json/, remove("manifest.json")],
    [
      "whose manifest is altered",
      /manifest\.json is not JSON: it was altered or truncated/,
      (folder) => flipByte(join(folder, "manifest.json"), 40),
    ],
    [
      "that has lost its journal",
      /journal\.jsonl cannot be trusted: it is empty or missing, and the run has begun/,
      remove("journal.jsonl", "journal.commit"),
    ],
    [
      "that has lost its manifest and its journal",
      /has results without a journal/,
      remove("manifest.json", "journal.jsonl", "journal.commit"),
    ],
    [
      "of which the manifest alone is left",
      /journal\.jsonl cannot be trusted: it is empty or missing, and the run has begun.*Look these jobs up/,
      async (folder) => {
        await remove("journal.jsonl", "journal.commit")(folder);
        for (const { path } of all) rmSync(join(folder, path.replace(/\.json$/, "")), { recursive: true });
      },
    ],
  ])("%s is refused, with what to do, and left as it is, with and without its results", async (_, message, change) => {
    const { world, folder, sent, resume } = await changed(change);
    const before = await contentsOf(folder);
    await expect(resume()).rejects.toThrow(UserError);
    await expect(resume()).rejects.toThrow(message);
    await expect(resume()).rejects.toThrow(/Restore (the folder .* copy those that you need|it from)/);
    expect(await contentsOf(folder)).toEqual(before);
    await loseResult(folder);
    await expect(resume()).rejects.toThrow(message);
    expect(world.simulator.requests).toHaveLength(sent);
  });

  it.each([
    ["journal.jsonl", 300],
    ["manifest.json", 300],
  ])("whose %s was altered is refused", async (name, at) => {
    const { folder, resume } = await changed((place) => flipByte(join(place, name), at));
    const before = await contentsOf(folder);
    await expect(resume()).rejects.toThrow(new RegExp(`${name}.*(?:Restore|restore)`));
    expect(await contentsOf(folder)).toEqual(before);
  });

  it("with the link of another file in the place of its journal is refused", async () => {
    const { folder, resume } = await changed(async (place) => {
      await rename(join(place, "journal.jsonl"), join(place, "other"));
      await symlink("other", join(place, "journal.jsonl"));
    });
    await expect(resume()).rejects.toThrow(`${join(folder, "journal.jsonl")} is a link`);
  });

  it("whose journal two processes wrote at once is refused", async () => {
    const { world, sent, resume } = await changed(async (place) => {
      const journal = (await readFile(join(place, "journal.jsonl"), "utf8")).trimEnd().split("\n");
      // The other process continued from the second line on.
      const sum = /"sum":"(\w+)"/.exec(journal[1] ?? "")?.[1] ?? "";
      const entry = { type: "cancel", key: all[0]?.path ?? "", jobId: "other", at: new Date(0).toISOString() } as const;
      const mixed = journal.toSpliced(4, 0, lineOf(entry, sum).line.trimEnd());
      await writeFile(join(place, "journal.jsonl"), `${mixed.join("\n")}\n`);
    });
    await expect(resume()).rejects.toThrow(/journal\.jsonl cannot be trusted: line 5 is not what the run wrote/);
    expect(world.simulator.requests).toHaveLength(sent);
  });

  it("with the journal of another run of the same files is refused", async () => {
    const other = await changed(async () => {});
    const { resume } = await changed(async (folder) => {
      for (const name of ["journal.jsonl", "journal.commit"]) await cp(join(other.folder, name), join(folder, name));
    });
    await expect(resume()).rejects.toThrow(
      /manifest\.json names job \w+ of weights\.pa\.json, and journal\.jsonl does not/,
    );
  });

  it("whose manifest names a result that its journal does not is refused", async () => {
    for (const [property, name] of [
      ["file", "weights.pa/other.json"],
      ["info", "prices.quant/info/other.json"],
    ] as const) {
      const { resume } = await changed(async (folder) => {
        const manifest = await readManifest(folder);
        const files = manifest.files.map((file) => ({
          ...file,
          units: file.units.map((unit) =>
            unit[property] !== undefined && unit.file?.startsWith(name.split("/")[0] ?? "")
              ? { ...unit, [property]: name }
              : unit,
          ),
        }));
        await writeManifest(folder, { ...manifest, files });
      });
      await expect(resume()).rejects.toThrow(`manifest.json names the file ${name}, and journal.jsonl does not`);
    }
  });

  it("with a journal of an earlier version is refused by that name", async () => {
    const { resume } = await changed(async (folder) => {
      const path = join(folder, "journal.jsonl");
      await writeFile(path, (await readFile(path, "utf8")).replaceAll(/,"sum":"\w+"(?=\})/g, ""));
      await unlink(join(folder, "journal.commit"));
    });
    await expect(resume()).rejects.toThrow(/was written by an earlier version of the tool/);
  });
});
