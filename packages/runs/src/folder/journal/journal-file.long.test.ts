import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { JournalEntry } from "@analytics-engines/core";
import { describe, expect, it } from "vitest";
import { createWorld, requests } from "../../../../core/test/support/world.ts";
import { temporaryFolder } from "../../../test/support/folders.ts";
import { UserError } from "../../user-error.ts";
import { openJournal, readJournal } from "./journal-file.ts";

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
    expect(entries).toContainEqual(expect.objectContaining({ type: "created", resultMayBeConsumed: true }));
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
      const last = (await readFile(join(folder, "journal.jsonl"), "utf8")).trimEnd().split("\n").at(-1) ?? "";
      const { sum, ...written } = JSON.parse(last);
      expect([written, sum]).toEqual([entry, expect.stringMatching(/^[\da-f]{16}$/)]);
    }
    await journal.close();
  });

  it("torn at any byte of its last batch holds the whole entries before it, and takes new ones", async () => {
    const few = entries.slice(0, 4);
    const durable = await filled(few.slice(0, 2));
    const commit = await readFile(join(durable, "journal.commit"));
    const start = (await readFile(join(durable, "journal.jsonl"))).length;
    const whole = await readFile(join(await filled(few), "journal.jsonl"));
    for (let length = start; length <= whole.length; length += 1) {
      const folder = await temporaryFolder();
      await writeFile(join(folder, "journal.commit"), commit);
      await writeFile(join(folder, "journal.jsonl"), whole.subarray(0, length));
      const count = whole.subarray(0, length).toString("latin1").split("\n").length - 1;
      const journal = await openJournal(folder);
      expect(journal.earlier).toEqual(few.slice(0, count));
      await journal.append(few[3] ?? expect.fail());
      await journal.close();
      expect(await readJournal(folder)).toEqual([...few.slice(0, count), few[3]]);
    }
  });

  it("of which a power cut left zeros within its last batch holds the whole entries before them", async () => {
    const few = entries.slice(0, 4);
    const folder = await filled(few.slice(0, 2));
    const start = (await readFile(join(folder, "journal.jsonl"))).length;
    const whole = await readFile(join(await filled(few), "journal.jsonl"));
    await writeFile(join(folder, "journal.jsonl"), whole.fill(0, start + 10, start + 40));
    expect(await readJournal(folder)).toEqual(few.slice(0, 2));
  });

  it.each(["{}", "nonsense", "", "[]", '{"type":"gone","key":"k","at":"now"}'])(
    "with the line %s in it is refused wherever it stands, and the line named",
    async (line) => {
      for (const at of [0, 1, 2]) {
        const folder = await filled(entries.slice(0, 2));
        const path = join(folder, "journal.jsonl");
        const lines = (await readFile(path, "utf8")).split("\n").toSpliced(at, 0, line);
        await writeFile(path, lines.join("\n"));
        await expect(openJournal(folder)).rejects.toThrow(UserError);
        await expect(openJournal(folder)).rejects.toThrow(`journal.jsonl cannot be trusted: line ${at + 1} is not`);
      }
    },
  );

  it.each<[string, (lines: string[]) => string[]]>([
    ["one is missing", (lines) => lines.toSpliced(1, 1)],
    ["one is there twice", (lines) => lines.toSpliced(1, 0, lines[1] ?? "")],
    ["two have changed places", ([a = "", b = "", c = "", ...rest]) => [a, c, b, ...rest]],
  ])("of whose lines %s is refused", async (_, change) => {
    const folder = await filled(entries.slice(0, 4));
    const path = join(folder, "journal.jsonl");
    const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
    await writeFile(path, `${change(lines).join("\n")}\n`);
    await expect(readJournal(folder)).rejects.toThrow(/line [23] is not what the run wrote/);
  });

  it("that was cut short at a line is refused, with the jobs that the folder names", async () => {
    const folder = await filled(entries.slice(0, 4));
    const path = join(folder, "journal.jsonl");
    const lines = (await readFile(path, "utf8")).split("\n").slice(0, 3);
    await writeFile(path, `${lines.join("\n")}\n`);
    const create = entries.find((entry) => entry.type === "create");
    await expect(openJournal(folder)).rejects.toThrow(
      /it ends after line 3, and the run wrote 4 lines\. Restore the folder/,
    );
    await expect(openJournal(folder)).rejects.toThrow(`before you compute them again: ${create?.jobId}`);
  });

  it("whose entries make no sense together is refused", async () => {
    const at = "2026-01-01T00:00:00.000Z";
    const folder = await filled([{ type: "reading", key: "a.pa.json", unitId: "u", kind: "result", at }]);
    await expect(readJournal(folder)).rejects.toThrow(UserError);
    await expect(openJournal(folder)).rejects.toThrow('"reading" for a.pa.json before');
  });

  it("is not followed where it is a link", async () => {
    const outside = join(await temporaryFolder(), "outside");
    await writeFile(outside, "");
    const folder = await temporaryFolder();
    await symlink(outside, join(folder, "journal.jsonl"));
    await expect(openJournal(folder)).rejects.toThrow("journal.jsonl is a link, and no link");
  });

  it("that is not there has no entries", async () => {
    expect(await readJournal(await temporaryFolder())).toEqual([]);
  });
});
