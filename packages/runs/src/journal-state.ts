import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { type JournalEntry, messageOf, replay } from "@analytics-engines/core/jobs";
import { hasCode, NO_FOLLOW } from "./folder.ts";
import { jobsLeft } from "./jobs-left.ts";
import { COMMIT_NAME, NO_LINES, readCommit, type Slot } from "./journal-commit.ts";
import { Damage, type JournalLines, readLines } from "./journal-lines.ts";
import { RunFolderError } from "./run-folder-error.ts";

export const JOURNAL_NAME = "journal.jsonl";

/** A journal that was checked: what it holds, and what its files look like. */
export interface JournalState extends JournalLines {
  /** All bytes of the file, the torn ones included. */
  readonly bytes: number;
  /** The slot of the latest record in `journal.commit`; `undefined` where there is no record. */
  readonly slot: Slot | undefined;
  /** How many lines that record counts. */
  readonly committed: number;
  /** Whether a power cut before the run's first request can have left the journal like this. */
  readonly isBeginning: boolean;
}

/** Reads and checks the journal of a run folder. @throws RunFolderError for a journal that is not what the run wrote */
export async function readState(folder: string): Promise<JournalState> {
  // First the record, then the journal, which only grows: a run that writes meanwhile does not look like damage.
  const record = readCommit((await contentOf(join(folder, COMMIT_NAME))) ?? Buffer.of());
  const path = join(folder, JOURNAL_NAME);
  return checkState(folder, (await contentOf(path)) ?? Buffer.of(), record);
}

async function checkState(
  folder: string,
  content: Buffer,
  record: ReturnType<typeof readCommit>,
): Promise<JournalState> {
  const commit = record?.commit ?? NO_LINES;
  try {
    const lines = readLines(content, commit);
    replayed(lines.entries);
    // The record and the manifest are on the disk before the first request leaves, so the journal holds no answer yet.
    const isBeginning =
      commit.lines === 0 && lines.entries.every(({ type }) => type === "create" || type === "finished");
    if (record === undefined && !isBeginning) {
      throw new Damage(`the file ${COMMIT_NAME} beside it is missing or damaged, so lines may be missing unnoticed`);
    }
    const { length: bytes } = content;
    return { ...lines, bytes, slot: record?.slot, committed: commit.lines, isBeginning };
  } catch (error) {
    if (!(error instanceof Damage)) throw error;
    const path = join(folder, JOURNAL_NAME);
    if (record === undefined && isOfEarlierVersion(content)) {
      throw new RunFolderError(
        `${path} is of an earlier version of the tool: its lines have no checksums. Resume the run with that version, or start a new run in another folder.`,
      );
    }
    throw new RunFolderError(`${path} cannot be trusted: ${error.message}. ${await remedy(folder)}`);
  }
}

/** What to do about a folder that was damaged, with the jobs that it still names. */
export async function remedy(folder: string): Promise<string> {
  const jobs = await jobsLeft(folder);
  const said = jobs === "" ? "" : ` Look these jobs up, or cancel them, before you compute them again: ${jobs}.`;
  return `Restore the folder from its artifact or a backup, or start a new run in another folder.${said}`;
}

/** Entries that are right one by one may make no sense together. */
function replayed(entries: readonly JournalEntry[]): void {
  try {
    replay(entries);
  } catch (error) {
    throw new Damage(messageOf(error).replace(/\.$/, ""));
  }
}

function isOfEarlierVersion(content: Buffer): boolean {
  const [line = ""] = content.toString("utf8", 0, content.indexOf(0x0a)).split("\n");
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === "object" && entry !== null && "type" in entry && !("sum" in entry);
  } catch {
    return false;
  }
}

async function contentOf(path: string): Promise<Buffer | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | NO_FOLLOW);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}
