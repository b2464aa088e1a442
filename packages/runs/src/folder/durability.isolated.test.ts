import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { JournalEntry, ResultBody } from "@analytics-engines/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createWorld, ORIGIN, requests } from "../../../core/test/support/world.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import { watched } from "../../test/support/watched-files.ts";
import { replaceText } from "../files/disk.ts";
import { openJournal, readJournal } from "./journal/journal-file.ts";
import { readState } from "./journal/journal-state.ts";
import { LOCK_NAME } from "./lock/run-lock.ts";
import { writeManifest } from "./manifest/manifest-file.ts";
import { createRunStore } from "./results/run-store.ts";
import { createRunNames } from "./run-names.ts";
import { runToFolder } from "./run-to-folder.ts";

vi.mock("node:fs", async () => (await import("../../test/support/watched-files.ts")).watchedSyncFileSystem());
vi.mock("node:fs/promises", async () => (await import("../../test/support/watched-files.ts")).watchedFileSystem());

beforeEach(() => {
  watched.operations.length = 0;
});
afterEach(() => {
  watched.before = () => {};
});

const entry = (jobId: string): JournalEntry => ({
  type: "create",
  key: `${jobId}.pa.json`,
  family: "pa",
  jobId,
  units: ["one"],
  at: "2026-01-01T00:00:00.000Z",
});
const syncs = () => watched.operations.filter((operation) => operation === "datasync journal.jsonl").length;

describe("a journal", () => {
  it("syncs each entry before it is said to be there", async () => {
    const journal = await openJournal(await temporaryFolder());
    watched.operations.length = 0;
    for (let count = 1; count <= 3; count++) {
      await journal.append(entry(`${count}`));
      expect(syncs()).toBe(count);
      const last = watched.operations.slice(watched.operations.lastIndexOf("write journal.jsonl"));
      // The record comes after what it counts, or it could be newer than the journal after a power cut.
      const counted = ["write journal.jsonl", "datasync journal.jsonl", "write journal.commit"];
      expect(last).toEqual(count === 1 ? [...counted, "sync journal.commit", "write journal.commit"] : counted);
    }
    await journal.close();
  });

  it("says of no entry that it is there before the sync, nor where the sync fails", async () => {
    for (const earlier of [[], [entry("0")]]) {
      const journal = await openJournal(await temporaryFolder());
      for (const one of earlier) await journal.append(one);
      watched.before = (operation) => {
        if (operation === "datasync journal.jsonl") throw new Error("the disk is gone");
      };
      await expect(journal.append(entry("1"))).rejects.toThrow("the disk is gone");
      watched.before = () => {};
      await journal.close();
    }
  });

  it("syncs entries that come at once together, and all of them", async () => {
    const folder = await temporaryFolder();
    const journal = await openJournal(folder);
    watched.operations.length = 0;
    const all = Array.from({ length: 20 }, (_, index) => entry(`${index}`));
    await Promise.all(all.map((one) => journal.append(one)));
    expect(syncs()).toBeGreaterThan(0);
    expect(syncs()).toBeLessThan(20);
    expect(watched.operations.at(-2)).toBe("datasync journal.jsonl");
    await journal.close();
    expect(await readJournal(folder)).toEqual(all);
  });

  it("counts the entries of a killed process only when they and what is beside them are synced", async () => {
    const folder = await temporaryFolder();
    const killed = await openJournal(folder);
    await killed.append(entry("1"));
    await killed.close();
    // The process was killed before it counted its entry.
    await rm(join(folder, "journal.commit"));
    watched.operations.length = 0;
    const resumed = await openJournal(folder, {
      async syncOthers() {
        // A power cut may leave any write that is not synced, so the record must not count the entry yet.
        expect((await readState(folder)).committed).toBe(0);
      },
    });
    await resumed.close();
    expect((await readState(folder)).committed).toBe(1);
  });

  it("that is opened again syncs its lines, then what is beside them, then the record that counts them", async () => {
    for (const failing of ["sync journal.jsonl", "beside", "sync journal.commit", "nothing"]) {
      const folder = await temporaryFolder();
      const killed = await openJournal(folder);
      await killed.append(entry("1"));
      await killed.close();
      await rm(join(folder, "journal.commit"));
      watched.operations.length = 0;
      const fail = (operation: string) => {
        if (operation === failing) throw new Error("the disk is gone");
      };
      watched.before = fail;
      const opened = openJournal(folder, { syncOthers: async () => fail("beside") });
      if (failing !== "nothing") await expect(opened).rejects.toThrow("the disk is gone");
      else await (await opened).close();
      watched.before = () => {};
      const record = "write journal.commit";
      const all = [record, "sync journal.jsonl", record, "sync journal.commit", record];
      const last = { "sync journal.jsonl": 1, beside: 2, "sync journal.commit": 3, nothing: 5 }[failing];
      expect([failing, watched.operations]).toEqual([failing, all.slice(0, last)]);
      expect([failing, (await readState(folder)).committed]).toEqual([failing, (last ?? 0) > 2 ? 1 : 0]);
    }
  });

  it("that is new says of no entry that it is there before what is beside it is done, and the run has begun", async () => {
    const beside = Promise.withResolvers<void>();
    const begin = Promise.withResolvers<void>();
    const seen: string[] = [];
    const journal = await openJournal(await temporaryFolder(), {
      syncOthers: () => beside.promise,
      begin() {
        seen.push("begin");
        return begin.promise;
      },
    });
    const appended = journal.append(entry("1")).then(() => seen.push("there"));
    const quiet = () => new Promise((resolve) => setTimeout(resolve, 50));
    await quiet();
    expect(seen).toEqual([]);
    beside.resolve();
    await expect.poll(() => seen, { timeout: 5_000 }).toEqual(["begin"]);
    await quiet();
    expect(seen).toEqual(["begin"]);
    begin.resolve();
    await appended;
    // Only the first entries begin the run.
    await journal.append(entry("2"));
    expect(seen).toEqual(["begin", "there"]);
    await journal.close();
  });

  it("counts its first entries once before the run has begun, and twice after that", async () => {
    const folder = await temporaryFolder();
    const states: unknown[] = [];
    const note = async () => {
      const { committed, isConfirmed, isBeginning } = await readState(folder);
      states.push({ committed, isConfirmed, isBeginning });
    };
    const journal = await openJournal(folder, { begin: note });
    await note();
    await journal.append(entry("1"));
    await note();
    await journal.close();
    expect(states).toEqual([
      { committed: 0, isConfirmed: false, isBeginning: true },
      { committed: 1, isConfirmed: false, isBeginning: true },
      { committed: 1, isConfirmed: true, isBeginning: false },
    ]);
  });

  it("takes nothing after a write that failed: the file may end in half a line", async () => {
    const folder = await temporaryFolder();
    const journal = await openJournal(folder);
    await journal.append(entry("1"));
    let failures = 0;
    watched.before = (operation) => {
      if (operation === "write journal.jsonl" && failures++ === 0) throw new Error("no space left");
    };
    const refused = [journal.append(entry("2")), journal.append(entry("3"))];
    for (const append of refused) await expect(append).rejects.toThrow("no space left");
    // The disk has room again, but nothing may follow what may be half a line.
    await expect(journal.append(entry("4"))).rejects.toThrow("no space left");
    expect(failures).toBe(1);
    await journal.close();
    expect(await readJournal(folder)).toEqual([entry("1")]);
  });
});

/** A folder and those above it. */
function foldersFrom(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersFrom(above)];
}

/** Makes an operation of the disk fail each time, or from the `from`-th time on. */
function failAt(operation: string, from = 1) {
  let count = 0;
  watched.before = (one) => {
    if (one !== operation) return;
    count += 1;
    if (count >= from) throw new Error("the disk is gone");
  };
}

/** A run of one file, again and again in one folder. */
async function createRuns() {
  const folder = await temporaryFolder();
  const world = createWorld();
  const { key, family, body } = requests.pa();
  const files = [{ path: key, family, request: body, sha256: "0", parametersSha256: "0" }];
  const options = { client: world.client, clock: world.clock, folder, tool: "test/1", service: ORIGIN, resume: true };
  return {
    folder,
    run: () => world.clock.run(() => runToFolder(files, options)),
    // The one request before it reads a list, and leaves nothing that a power cut could take.
    sent: () => world.traffic().filter((line) => !line.startsWith("GET list")),
  };
}

describe("the first request of a resumed run", () => {
  it.each([
    "sync journal.jsonl",
    "sync journal.commit",
    "sync manifest.json",
    "sync manifest.json.partial",
    "the folder",
    "the folder above",
  ])("does not leave before the disk has what the killed process left: %s", async (failing) => {
    const { folder, run, sent } = await createRuns();
    // The create leaves, and the process ends before it has its answer on the disk.
    failAt("write journal.jsonl", 2);
    await expect(run()).rejects.toThrow("the disk is gone");
    expect(sent()).toEqual(["PUT createOrUpdate 202"]);
    const name = { "the folder": basename(folder), "the folder above": basename(dirname(folder)) }[failing];
    failAt(name === undefined ? failing : `sync ${name}`);
    await expect(run()).rejects.toThrow("the disk is gone");
    expect(sent()).toEqual(["PUT createOrUpdate 202"]);
    watched.before = () => {};
    await expect(run()).resolves.toMatchObject({ status: "success" });
    expect(sent().filter((line) => line.startsWith("PUT"))).toHaveLength(1);
  });

  it("leaves after the names of the folder and of its manifest are synced, before the journal's record counts a line", async () => {
    const { folder, run } = await createRuns();
    failAt("write journal.jsonl", 2);
    await expect(run()).rejects.toThrow("the disk is gone");
    watched.before = () => {};
    watched.operations.length = 0;
    await run();
    const operations = watched.operations.filter((operation) => operation !== `write ${LOCK_NAME}`);
    const all = ["journal.jsonl", "manifest.json", ...[folder, ...foldersFrom(folder)].map((path) => basename(path))];
    const synced = operations.slice(0, operations.indexOf("sync journal.commit"));
    expect(synced.filter((operation) => operation.startsWith("sync ")).sort()).toEqual(
      all.map((name) => `sync ${name}`).sort(),
    );
  });
});

describe("the first create of a run", () => {
  async function runFailingAt(failing: string) {
    const runs = await createRuns();
    failAt(failing === "the folder" ? `sync ${basename(runs.folder)}` : failing);
    return { ...runs, work: runs.run() };
  }

  it.each([
    "datasync journal.jsonl",
    "sync journal.commit",
    "sync manifest.json.partial",
    "rename manifest.json",
    "the folder",
  ])("does not leave before the disk has what a power cut must not take: %s", async (failing) => {
    const { sent, work } = await runFailingAt(failing);
    await expect(work).rejects.toThrow("the disk is gone");
    expect(sent()).toEqual([]);
  });

  it("leaves where the disk has it all", async () => {
    const { folder, sent, work } = await runFailingAt("nothing");
    await expect(work).resolves.toMatchObject({ status: "success" });
    expect(sent()[0]).toBe("PUT createOrUpdate 202");
    // A manifest says that requests may have left: it has its name only after the journal is durable, with its own name and its count.
    const operations = watched.operations.filter((operation) => operation !== `write ${LOCK_NAME}`);
    const named = operations.indexOf("rename manifest.json");
    expect(operations.slice(0, named).sort()).toEqual(
      [
        "datasync journal.jsonl",
        "sync journal.commit",
        "sync manifest.json.partial",
        // The journal's own name, and the folder's in those above it.
        ...foldersFrom(folder).map((path) => `sync ${basename(path)}`),
        // Two empty records, then the count of the first line.
        "write journal.commit",
        "write journal.commit",
        "write journal.jsonl",
        "write manifest.json.partial",
      ].sort(),
    );
    expect(operations.slice(named + 1, named + 3)).toEqual([`sync ${basename(folder)}`, "write journal.commit"]);
  });
});

describe("what is replaced or stored", () => {
  const key = "weights.pa.json";
  const names = createRunNames([{ key, units: ["one"] }]);
  const body = (): ResultBody => {
    const unused = () => Promise.reject(new Error("The store reads the stream."));
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"data":1}'));
        controller.close();
      },
    });
    return { contentType: "application/json", contentLength: 10, stream, bytes: unused, text: unused, json: unused };
  };

  it("(a result) is synced before it has its name, and the folder after, with the folder's own name", async () => {
    const folder = await temporaryFolder();
    await createRunStore(folder, names).store(key, "one", "result", body());
    const folderSync = `sync ${basename(folder)}`;
    expect(watched.operations).toContain(folderSync);
    expect(watched.operations.filter((operation) => operation !== folderSync)).toEqual([
      "writev one.partial",
      "sync one.partial",
      "rename one.json",
      "sync weights.pa",
    ]);
  });

  it("(a result) does not get its name where the sync fails", async () => {
    const folder = await temporaryFolder();
    watched.before = (operation) => {
      if (operation === "sync one.partial") throw new Error("the disk is gone");
    };
    await expect(createRunStore(folder, names).store(key, "one", "result", body())).rejects.toThrow("the disk is gone");
    await expect(readFile(join(folder, "weights.pa", "one.json"))).rejects.toThrow("ENOENT");
  });

  /** What a store does on the disk, with each of its syncs failing in turn. */
  async function failEach(
    step: (folder: string) => Promise<unknown>,
    prepare: (folder: string) => Promise<unknown>,
    isNeeded: (sync: string) => boolean = () => true,
  ) {
    const syncs: string[] = [];
    for (let failing = -1; failing < syncs.length; failing++) {
      const folder = await temporaryFolder();
      await prepare(folder);
      const named = (operation: string) => operation.replace(basename(folder), "RUN");
      watched.operations.length = 0;
      watched.before = (operation) => {
        if (failing >= 0 && named(operation) === syncs[failing]) throw new Error("the disk is gone");
      };
      if (failing < 0) {
        await step(folder);
        const all = watched.operations.filter((operation) => operation.startsWith("sync ")).map(named);
        syncs.push(...new Set(all.filter(isNeeded)));
      } else await expect(step(folder), syncs[failing]).rejects.toThrow("the disk is gone");
      watched.before = () => {};
    }
    return syncs.sort();
  }
  const older = async (folder: string) => {
    await mkdir(join(folder, "weights.pa"));
    await writeFile(join(folder, "weights.pa", "one.json"), '{"data":1}');
  };

  it("(a result) is not said to be there where one of its syncs fails", async () => {
    const store = (folder: string) => createRunStore(folder, names).store(key, "one", "result", body());
    expect(await failEach(store, async () => {})).toEqual(["sync RUN", "sync one.partial", "sync weights.pa"]);
  });

  it("(a result in a new run folder) is not said to be there where a sync of the folders above fails", async () => {
    const store = (folder: string) =>
      createRunStore(join(folder, "new", "run"), names).store(key, "one", "result", body());
    expect(await failEach(store, async () => {})).toEqual([
      "sync RUN",
      "sync new",
      "sync one.partial",
      "sync run",
      "sync weights.pa",
    ]);
  });

  it("(a document about a result) is not said to be there where one of its syncs fails", async () => {
    const store = (folder: string) => createRunStore(folder, names).store(key, "one", "info", body());
    expect(await failEach(store, async () => {})).toEqual([
      "sync RUN",
      "sync info",
      "sync one.partial",
      "sync weights.pa",
    ]);
  });

  it("(a text) is synced before it replaces the old one", async () => {
    const file = join(await temporaryFolder(), "weights.pa.json");
    replaceText(file, "{}");
    const partial = `weights.pa.json.${process.pid}.partial`;
    expect(watched.operations).toEqual([`write and sync ${partial}`, "rename weights.pa.json"]);
  });

  it("(a result that a killed process left) is not said to be there where one of its syncs fails", async () => {
    const recover = async (folder: string) => createRunStore(folder, names).recover?.(key, "one", "result");
    expect(await failEach(recover, older)).toEqual(["sync RUN", "sync one.json", "sync weights.pa"]);
  });

  it("(an older result) is renamed, and its new name synced, before another is requested", async () => {
    const prepare = async (folder: string) => createRunStore(folder, names).prepare?.(key, "one", "result");
    // The name of the folder is synced with the result.
    const isNeeded = (sync: string) => sync !== "sync RUN";
    expect(await failEach(prepare, older, isNeeded)).toEqual(["sync weights.pa"]);
    const folder = await temporaryFolder();
    await older(folder);
    watched.operations.length = 0;
    await prepare(folder);
    const own = watched.operations.filter((operation) => operation !== `sync ${basename(folder)}`);
    expect(own).toEqual(["rename one.json.before-1", "sync weights.pa"]);
  });

  it("(a manifest) is synced before it replaces the old one", async () => {
    const folder = await temporaryFolder();
    const head = { version: 1, tool: "test/1", service: "https://api.example", startedAt: "" } as const;
    await writeManifest(folder, { ...head, status: "success", files: [] });
    expect(watched.operations).toEqual([
      "write manifest.json.partial",
      "sync manifest.json.partial",
      "rename manifest.json",
      `sync ${basename(folder)}`,
    ]);
  });
});
