import { appendFile, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/jobs/folders.ts";
import { createWorld, requests } from "../../test/jobs/world.ts";
import type { JournalEntry } from "../jobs/types.ts";
import { openJournal, readJournal } from "./journal-file.ts";
import { RunFolderError } from "./run-folder-error.ts";

/** Entries of every type, with lost units, info documents, failures and cancels among them. */
async function allEntries(): Promise<JournalEntry[]> {
  const world = createWorld({ faults: ["result#1=cut", "create#2=500"], jobSeconds: 10 });
  await world.run([
    requests.quant(),
    requests.fi(),
    requests.pa(),
    { key: "bad", family: "pa", body: { data: { x: {} } } },
  ]);
  const stop = new AbortController();
  world.clock.setTimer(4000, () => stop.abort());
  await world.run([requests.pub()], { signal: stop.signal });
  await world.run([requests.paUnits(["late"], "late")], { signal: stop.signal });
  const spent = createWorld({ faults: ["create#1=lost"], inlineSeconds: 60 });
  await spent.run([requests.pa("spent")]);
  return JSON.parse(JSON.stringify([...world.entries, ...spent.entries]));
}
const entries = await allEntries();

async function filled(list: readonly JournalEntry[] = entries): Promise<string> {
  const folder = await temporaryFolder();
  const journal = await openJournal(folder);
  await Promise.all(list.map((entry) => journal.append(entry)));
  await journal.close();
  return folder;
}

describe("a journal file", () => {
  it("gives back every entry as it was, in order", async () => {
    expect(new Set(entries.map(({ type }) => type)).size).toBe(8);
    expect(entries).toContainEqual(expect.objectContaining({ type: "created", mayBeSpent: true }));
    const folder = await filled();
    const journal = await openJournal(folder);
    expect(journal.earlier).toEqual(entries);
    await journal.close();
    expect(await readJournal(folder)).toEqual(entries);
  });

  it("is there as soon as an entry is said to be", async () => {
    const folder = await temporaryFolder();
    const journal = await openJournal(folder);
    for (const entry of entries.slice(0, 5)) {
      await journal.append(entry);
      expect((await readFile(join(folder, "journal.jsonl"), "utf8")).endsWith(`${JSON.stringify(entry)}\n`)).toBe(true);
    }
    await journal.close();
  });

  it("torn at any byte holds the whole entries before it, and takes new ones", async () => {
    const few = entries.slice(0, 4);
    const whole = await readFile(join(await filled(few), "journal.jsonl"));
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: whole.length }), async (length) => {
        const folder = await temporaryFolder();
        await writeFile(join(folder, "journal.jsonl"), whole.subarray(0, length));
        const count = whole.subarray(0, length).toString("latin1").split("\n").length - 1;
        const journal = await openJournal(folder);
        expect(journal.earlier).toEqual(few.slice(0, count));
        await journal.append(few[3] ?? expect.fail());
        await journal.close();
        expect(await readJournal(folder)).toEqual([...few.slice(0, count), few[3]]);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    "{}",
    "nonsense",
    '{"type":"created","key":"k","at":"now","jobId":7}',
    "",
    "[]",
    '{"type":"gone","key":"k","at":"now"}',
  ])("with the line %s in the middle is refused, and the line named", async (line) => {
    const folder = await filled(entries.slice(0, 2));
    await appendFile(join(folder, "journal.jsonl"), `${line}\n${JSON.stringify(entries[0])}\n`);
    await expect(openJournal(folder)).rejects.toThrow(RunFolderError);
    await expect(openJournal(folder)).rejects.toThrow(/journal\.jsonl, line 3 is no journal entry/);
  });

  it("whose entries make no sense together is refused", async () => {
    const folder = await temporaryFolder();
    const entry = { type: "reading", key: "a.pa.json", unitId: "u", kind: "result", at: "2026-01-01T00:00:00.000Z" };
    await writeFile(join(folder, "journal.jsonl"), `${JSON.stringify(entry)}\n`);
    await expect(readJournal(folder)).rejects.toThrow(RunFolderError);
    await expect(openJournal(folder)).rejects.toThrow('"reading" of a.pa.json before');
  });

  it("is not followed where it is a link", async () => {
    const outside = join(await temporaryFolder(), "outside");
    await writeFile(outside, "");
    const folder = await temporaryFolder();
    await symlink(outside, join(folder, "journal.jsonl"));
    await expect(openJournal(folder)).rejects.toThrow(/ELOOP/);
  });

  it("that is not there has no entries", async () => {
    expect(await readJournal(await temporaryFolder())).toEqual([]);
  });
});
