import { appendFile, mkdir, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { JournalEntry } from "@analytics-engines/core";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/folders.ts";
import { UserError } from "../../user-error.ts";
import { type Commit, emptyCommit, lineOf, recordOf } from "./journal-format.ts";
import { readState, remedy } from "./journal-state.ts";

const base = { key: "a.pa.json", at: "2026-01-01T00:00:00.000Z" };
const create: JournalEntry = { type: "create", ...base, family: "pa", jobId: "one", units: ["a"] };
const finished: JournalEntry = {
  type: "finished",
  key: "b.pa.json",
  at: base.at,
  outcome: { key: "b.pa.json", family: "pa", jobId: undefined, requestKeys: [], status: "canceled", units: [] },
};
const created: JournalEntry = { type: "created", ...base, jobId: "one" };
const reused: JournalEntry = { type: "reused", ...base, units: [] };

/** A folder with these entries, and records that count the first ones; `undefined` for no record. */
async function folderOf(
  entries: readonly JournalEntry[],
  counted: number | undefined,
  countedBefore = 0,
): Promise<string> {
  const folder = await temporaryFolder();
  const ends: Commit[] = [emptyCommit];
  let text = "";
  for (const entry of entries) {
    const before = ends.at(-1) ?? emptyCommit;
    const { line, sum } = lineOf(JSON.parse(JSON.stringify(entry)), before.sum);
    text += line;
    ends.push({ lines: before.lines + 1, sum });
  }
  await writeFile(join(folder, "journal.jsonl"), text);
  const end = counted === undefined ? undefined : ends[counted];
  const before = ends[countedBefore] ?? emptyCommit;
  if (end !== undefined) await writeFile(join(folder, "journal.commit"), recordOf(before) + recordOf(end));
  return folder;
}

describe("a journal", () => {
  it.each<[string, readonly JournalEntry[], number | undefined, number, boolean]>([
    ["without lines, nor a record", [], undefined, 0, true],
    ["without lines", [], 0, 0, true],
    ["of creates, none counted", [create], 0, 0, true],
    ["of creates, without a record", [create], undefined, 0, true],
    ["of a job that was stopped before its create, none counted", [finished, create], 0, 0, true],
    ["of results of an earlier run before a create, without a record", [reused, create], undefined, 0, true],
    ["of a create that is counted once", [create], 1, 0, true],
    ["of a create that is counted twice", [create], 1, 1, false],
    ["of two creates, the first counted before both", [create, finished], 2, 1, false],
    ["with an answer, none counted", [create, created], 0, 0, false],
    ["with an answer, counted once", [create, created], 2, 0, false],
    ["that begins with a create and goes on with an answer", [create, finished, created], 0, 0, false],
  ])("%s: whether it can be the beginning of a run", async (_, entries, counted, countedBefore, isBeginning) => {
    const state = await readState(await folderOf(entries, counted, countedBefore));
    expect(state).toMatchObject({ isBeginning, committed: counted ?? 0 });
    expect(state.entries).toHaveLength(entries.length);
  });

  it("with an answer and without a record is refused", async () => {
    const folder = await folderOf([create, created], undefined);
    await expect(readState(folder)).rejects.toThrow("the file journal.commit beside it is missing or damaged");
  });

  it("that is empty is refused beside a record that counts lines", async () => {
    const folder = await folderOf([create], 1);
    await truncate(join(folder, "journal.jsonl"));
    await expect(readState(folder)).rejects.toThrow("it ends after line 0, and the run wrote 1 lines");
  });

  it("without lines is refused beside a manifest", async () => {
    for (const counted of [0, undefined]) {
      const folder = await folderOf([], counted);
      await writeFile(join(folder, "manifest.json"), "");
      await expect(readState(folder)).rejects.toThrow("it is empty or missing, and the run has begun");
    }
  });
});

describe("the state of a journal", () => {
  it("has the bytes of a torn line, and the place of the record", async () => {
    const folder = await folderOf([create, created], 2);
    const path = join(folder, "journal.jsonl");
    const { size } = await stat(path);
    expect(await readState(folder)).toMatchObject({ slot: 1, committed: 2, wholeBytes: size, bytes: size });
    await appendFile(path, "torn");
    expect(await readState(folder)).toMatchObject({ slot: 1, committed: 2, wholeBytes: size, bytes: size + 4 });
    await rm(join(folder, "journal.commit"));
    await writeFile(path, "");
    expect(await readState(folder)).toMatchObject({ slot: undefined, committed: 0, wholeBytes: 0, bytes: 0 });
  });

  it("with lines that are counted is good beside a manifest, and no beginning", async () => {
    const folder = await folderOf([create], 1);
    await writeFile(join(folder, "manifest.json"), "");
    expect(await readState(folder)).toMatchObject({ entries: [create], isBeginning: false });
  });

  it("with lines of which none is counted is refused beside a manifest: others may be missing", async () => {
    for (const [counted, reason] of [
      [0, "the file journal.commit beside it counts none of its lines"],
      [undefined, "the file journal.commit beside it is missing or damaged"],
    ] as const) {
      const folder = await folderOf([create], counted);
      await writeFile(join(folder, "manifest.json"), "");
      await expect(readState(folder)).rejects.toThrow(reason);
    }
  });
});

describe("a journal that cannot be used", () => {
  it.each([
    ["folder", (path: string) => mkdir(path), "is a folder"],
    [
      "file of 2 GiB",
      async (path: string) => {
        await writeFile(path, "");
        await truncate(path, 2 ** 31);
      },
      "has 2147483648 bytes, and at most 1073741824 are read",
    ],
  ])("because it is a %s is refused with that reason", async (_, make, reason) => {
    for (const name of ["journal.jsonl", "journal.commit"]) {
      const folder = await temporaryFolder();
      await make(join(folder, name));
      await expect(readState(folder)).rejects.toThrow(`${name} ${reason}`);
    }
  });

  it("because an earlier version wrote it is named as that, and as nothing else", async () => {
    const folder = await temporaryFolder();
    const path = join(folder, "journal.jsonl");
    const line = JSON.stringify(create);
    const earlier = `${path} was written by an earlier version of the tool: its lines have no checksums. Resume the run with that version, or start a new run in another folder.`;
    for (const text of [`${line}\n`, `${line}\n${line}\n`, `${line}\n{"ty`]) {
      await writeFile(path, text);
      await expect(readState(folder)).rejects.toThrow(earlier);
      await expect(readState(folder)).rejects.toThrow(UserError);
    }
    for (const text of ['{"a":1}\n', "[]\n", "null\n", "nonsense\n", line.replace("}", ',"sum":"0"}\n')]) {
      await writeFile(path, text);
      await expect(readState(folder), text).rejects.toThrow(
        `${path} cannot be trusted: line 1 is not what the run wrote`,
      );
    }
    // Lines of this version were counted.
    await writeFile(path, `${line}\n`);
    await writeFile(join(folder, "journal.commit"), recordOf({ lines: 1, sum: "0".repeat(16) }).repeat(2));
    await expect(readState(folder)).rejects.toThrow("cannot be trusted: line 1 is not what the run wrote");
  });

  it("because its entries do not follow each other is refused, with one full stop", async () => {
    const folder = await folderOf([{ type: "reading", ...base, unitId: "u", kind: "result" }], 1);
    await expect(readState(folder)).rejects.toThrow(
      'journal.jsonl cannot be trusted: The journal has "reading" for a.pa.json before "create". Restore',
    );
  });
});

describe("the remedy for a damaged folder", () => {
  const restore =
    "Restore the folder from its artifact or a backup, or start a new run in another folder. The stored results are files with the names of their units: copy those that you need.";
  const folderNaming = async (journal: string, manifest: string) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "journal.jsonl"), journal);
    await writeFile(join(folder, "manifest.json"), manifest);
    return folder;
  };

  it("names no jobs where the folder has none", async () => {
    expect(await remedy(await temporaryFolder())).toBe(restore);
    expect(await remedy(await folderNaming('"jobId":""', '{"jobId": "with a blank"}'))).toBe(restore);
  });

  it("names each job of the journal and the manifest once", async () => {
    const long = "a".repeat(100);
    const journal = `{"jobId":"one"}{"jobId":"id/of:two-~."}{"jobId":"one"}\0{"jobId":"${long}"}{"jobId":"${long}a"}`;
    const folder = await folderNaming(journal, '{"jobId": "three", "jobId":"one"');
    const jobs = `one, id/of:two-~., ${long}, three.`;
    expect(await remedy(folder)).toBe(
      `${restore} Look these jobs up, or cancel them, before you compute them again: ${jobs}`,
    );
  });

  it("names 20 jobs and counts the rest", async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, at) => `job-${at}`);
    const all = (count: number) =>
      ids(count)
        .map((id) => `"jobId":"${id}"`)
        .join();
    expect(await remedy(await folderNaming(all(20), ""))).toMatch(/again: job-0, .*, job-18, job-19\.$/);
    expect(await remedy(await folderNaming(all(23), ""))).toMatch(/again: job-0, .*, job-18, job-19 and 3 more\.$/);
  });

  it("names the jobs of the manifest where the journal cannot be read", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "journal.jsonl"));
    await writeFile(join(folder, "manifest.json"), '{"jobId": "one"}');
    expect(await remedy(folder)).toMatch(/again: one\.$/);
  });
});
