import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type JournalEntry, RunTakenOverError } from "@analytics-engines/core";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/folders.ts";
import { openJournal, readJournal } from "./journal-file.ts";
import { emptyCommit, RECORD_BYTES, readCommit, recordOf } from "./journal-format.ts";

const at = "2026-01-01T00:00:00.000Z";
const create = (jobId: string): JournalEntry => ({
  type: "create",
  key: `${jobId}.pa.json`,
  family: "pa",
  jobId,
  units: ["one"],
  at,
});

/** A folder whose journal has some creates. */
async function folderWith(...jobIds: readonly string[]): Promise<string> {
  const folder = await temporaryFolder();
  const journal = await openJournal(folder);
  for (const jobId of jobIds) await journal.append(create(jobId));
  await journal.close();
  return folder;
}

const journalOf = (folder: string) => readFileSync(join(folder, "journal.jsonl"), "utf8");
const commitOf = (folder: string) => readFileSync(join(folder, "journal.commit"));

/** How many lines each of the two records counts. */
function countsOf(folder: string): readonly number[] {
  const content = commitOf(folder).toString("latin1");
  return content
    .trimEnd()
    .split("\n")
    .map((record) => Number(record.slice(0, 12)));
}

/** The files of a folder that this process has open. */
function openFilesOf(folder: string): readonly string[] {
  const open = readdirSync("/proc/self/fd").flatMap((name) => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)];
    } catch {
      // The one that listed them.
      return [];
    }
  });
  return open.filter((path) => path.startsWith(folder));
}

describe("the records of a journal", () => {
  it("are written in turn, so that the one before is whole while the next is written", async () => {
    const folder = await temporaryFolder();
    const journal = await openJournal(folder);
    expect(countsOf(folder)).toEqual([0, 0]);
    const counts = [];
    for (const jobId of ["a", "b", "c", "d"]) {
      await journal.append(create(jobId));
      counts.push(countsOf(folder));
    }
    expect(counts).toEqual([
      [1, 1],
      [2, 1],
      [2, 3],
      [4, 3],
    ]);
    await journal.close();
  });

  it("go on in turn when the journal is opened again", async () => {
    for (const [jobIds, counts] of [
      [["a"], [1, 2]],
      [
        ["a", "b"],
        [2, 3],
      ],
    ] as const) {
      const folder = await folderWith(...jobIds);
      const journal = await openJournal(folder);
      await journal.append(create("next"));
      await journal.close();
      expect(countsOf(folder)).toEqual(counts);
    }
  });

  it("are left as they are by a run that only opens the journal", async () => {
    const folder = await folderWith("a", "b");
    const before = commitOf(folder);
    await (await openJournal(folder)).close();
    expect(commitOf(folder).equals(before)).toBe(true);
  });

  it("count what a killed process wrote and did not count", async () => {
    const folder = await folderWith("a", "b");
    writeFileSync(join(folder, "journal.commit"), recordOf(emptyCommit).repeat(2));
    await (await openJournal(folder)).close();
    expect(readCommit(commitOf(folder))?.commit.lines).toBe(2);
  });

  it("replace what is no record, of any length", async () => {
    for (const damaged of ["", "x", "x".repeat(4000)]) {
      const folder = await folderWith("a");
      writeFileSync(join(folder, "journal.commit"), damaged);
      const journal = await openJournal(folder);
      expect(commitOf(folder)).toHaveLength(2 * RECORD_BYTES);
      await journal.append(create("b"));
      await journal.close();
      expect(readCommit(commitOf(folder))?.commit.lines).toBe(2);
      expect(await readJournal(folder)).toEqual([create("a"), create("b")]);
    }
  });

  it("are not looked for in a file that is far too large", async () => {
    const folder = await folderWith("a");
    writeFileSync(join(folder, "journal.commit"), "x".repeat(5000));
    await expect(openJournal(folder)).rejects.toThrow("journal.commit has 5000 bytes, and at most 4096 are read");
    expect(commitOf(folder)).toHaveLength(5000);
  });
});

describe("a torn line", () => {
  it("is removed before the next one is appended", async () => {
    const folder = await folderWith("a");
    const whole = journalOf(folder);
    appendFileSync(join(folder, "journal.jsonl"), '{"type":"cre');
    const journal = await openJournal(folder);
    expect(journalOf(folder)).toBe(whole);
    await journal.append(create("b"));
    await journal.close();
    expect(await readJournal(folder)).toEqual([create("a"), create("b")]);
  });

  it("is removed also where it is the only one", async () => {
    const folder = await temporaryFolder();
    writeFileSync(join(folder, "journal.jsonl"), '{"type":"cre');
    const journal = await openJournal(folder);
    await journal.append(create("a"));
    await journal.close();
    expect(await readJournal(folder)).toEqual([create("a")]);
  });
});

describe("a journal that another process has taken over", () => {
  const takenOver = () => {
    throw new RunTakenOverError("another process has it");
  };

  it("is left as it is by one that opens it", async () => {
    const folder = await temporaryFolder();
    await expect(openJournal(folder, { check: takenOver })).rejects.toThrow("another process has it");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("gets no more lines", async () => {
    const folder = await folderWith("a");
    let isTaken = false;
    const journal = await openJournal(folder, { check: () => isTaken && takenOver() });
    await journal.append(create("b"));
    const before = [journalOf(folder), countsOf(folder)];
    isTaken = true;
    await expect(journal.append(create("c"))).rejects.toThrow("another process has it");
    expect([journalOf(folder), countsOf(folder)]).toEqual(before);
    // It does not come back.
    isTaken = false;
    await expect(journal.append(create("d"))).rejects.toThrow("another process has it");
    expect([journalOf(folder), countsOf(folder)]).toEqual(before);
    await journal.close();
  });

  it("counts no line that was on its way to the disk meanwhile, nor reports it as written", async () => {
    const folder = await folderWith("a");
    let checks = 0;
    const journal = await openJournal(folder, { check: () => ++checks === 3 && takenOver() });
    await expect(journal.append(create("b"))).rejects.toThrow("another process has it");
    expect(checks).toBe(3);
    expect(countsOf(folder)).toEqual([1, 1]);
    await journal.close();
  });

  it.each<[string, (folder: string) => void, (bytes: number) => number]>([
    ["longer", (folder) => appendFileSync(join(folder, "journal.jsonl"), "{}\n"), (bytes) => bytes + 3],
    ["shorter", (folder) => writeFileSync(join(folder, "journal.jsonl"), ""), () => 0],
  ])("is known by its size: it is %s", async (_, change, sizeOf) => {
    const folder = await folderWith("a");
    const journal = await openJournal(folder);
    await journal.append(create("b"));
    const bytes = journalOf(folder).length;
    change(folder);
    const appended = journal.append(create("c"));
    await expect(appended).rejects.toThrow(RunTakenOverError);
    await expect(appended).rejects.toThrow(
      `journal.jsonl has ${sizeOf(bytes)} bytes, and this process left it with ${bytes}: another process writes it. This process stops and changes nothing more. Resume the run when the other has ended.`,
    );
    expect(journalOf(folder)).toHaveLength(sizeOf(bytes));
    await journal.close();
  });
});

describe.runIf(process.platform === "linux")("the files of a journal", () => {
  it("are closed after the entries that were on their way are written", async () => {
    const folder = await temporaryFolder();
    const journal = await openJournal(folder);
    expect(openFilesOf(folder)).toHaveLength(2);
    const appended = Promise.all([journal.append(create("a")), journal.append(create("b"))]);
    await journal.close();
    await appended;
    expect(openFilesOf(folder)).toEqual([]);
    expect(await readJournal(folder)).toEqual([create("a"), create("b")]);
  });

  it.each(["syncOthers", "begin"])("are closed where the journal cannot be opened: %s fails", async (step) => {
    const folder = await folderWith("a");
    const fail = () => Promise.reject(new Error("the disk is gone"));
    await expect(openJournal(folder, { [step]: fail })).rejects.toThrow("the disk is gone");
    expect(openFilesOf(folder)).toEqual([]);
  });

  it("are closed where the journal is replaced while it is opened", async () => {
    const folder = await temporaryFolder();
    const path = join(folder, "journal.jsonl");
    const check = () => void (existsSync(path) || mkdirSync(path));
    await expect(openJournal(folder, { check })).rejects.toThrow("journal.jsonl is a folder");
    expect(openFilesOf(folder)).toEqual([]);
  });
});
