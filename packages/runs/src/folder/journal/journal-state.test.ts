import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { JournalEntry } from "@analytics-engines/core/jobs";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/folders.ts";
import { type Commit, NO_LINES, recordOf } from "./journal-commit.ts";
import { lineOf } from "./journal-lines.ts";
import { readState } from "./journal-state.ts";

const base = { key: "a.pa.json", at: "2026-01-01T00:00:00.000Z" };
const create: JournalEntry = { type: "create", ...base, family: "pa", jobId: "one", units: ["a"] };
const finished: JournalEntry = {
  type: "finished",
  key: "b.pa.json",
  at: base.at,
  outcome: { key: "b.pa.json", family: "pa", jobId: undefined, requestKeys: [], status: "canceled", units: [] },
};
const created: JournalEntry = { type: "created", ...base, jobId: "one" };

/** A folder with these entries, and a record that counts the first ones; `undefined` for no record. */
async function folderOf(entries: readonly JournalEntry[], counted: number | undefined): Promise<string> {
  const folder = await temporaryFolder();
  const ends: Commit[] = [NO_LINES];
  let text = "";
  for (const entry of entries) {
    const before = ends.at(-1) ?? NO_LINES;
    const { line, sum } = lineOf(JSON.parse(JSON.stringify(entry)), before.sum);
    text += line;
    ends.push({ lines: before.lines + 1, sum });
  }
  await writeFile(join(folder, "journal.jsonl"), text);
  const end = counted === undefined ? undefined : ends[counted];
  if (end !== undefined) await writeFile(join(folder, "journal.commit"), recordOf(NO_LINES) + recordOf(end));
  return folder;
}

describe("a journal", () => {
  it.each<[string, readonly JournalEntry[], number | undefined, boolean]>([
    ["without lines, nor a record", [], undefined, true],
    ["without lines", [], 0, true],
    ["of creates, none counted", [create], 0, true],
    ["of creates, without a record", [create], undefined, true],
    ["of a job that was stopped before its create, none counted", [finished, create], 0, true],
    ["of a create that is counted", [create], 1, false],
    ["of a create that is counted with another after it", [create, finished], 1, false],
    ["with an answer, none counted", [create, created], 0, false],
    ["that begins with a create and goes on with an answer", [create, finished, created], 0, false],
  ])("%s: whether it can be the beginning of a run", async (_, entries, counted, isBeginning) => {
    const state = await readState(await folderOf(entries, counted));
    expect(state).toMatchObject({ isBeginning, committed: counted ?? 0 });
    expect(state.entries).toHaveLength(entries.length);
  });

  it("with an answer and without a record is refused", async () => {
    const folder = await folderOf([create, created], undefined);
    await expect(readState(folder)).rejects.toThrow("the file journal.commit beside it is missing or damaged");
  });

  it("without lines is refused beside a manifest", async () => {
    for (const counted of [0, undefined]) {
      const folder = await folderOf([], counted);
      await writeFile(join(folder, "manifest.json"), "");
      await expect(readState(folder)).rejects.toThrow("it is empty or missing, and the run has begun");
    }
  });
});
