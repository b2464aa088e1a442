import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../jobs/errors.ts";
import { replay } from "../jobs/handle.ts";
import type { Journal, JournalEntry } from "../jobs/types.ts";
import { hasCode, NO_FOLLOW, writeAll } from "./folder.ts";
import { json } from "./parse.ts";
import { readEntry } from "./read-entry.ts";
import { RunFolderError } from "./run-folder-error.ts";

export const JOURNAL_NAME = "journal.jsonl";

/** A journal on disk. Close it when the run is over. */
export interface JournalFile extends Journal {
  close(): Promise<void>;
}

/**
 * Opens `journal.jsonl` of a run folder, JSON lines, for reading what is there and for appending. A last line that a
 * kill tore is cut off: nothing was done on the strength of it.
 * @param beside runs while the disk takes the first entries; they count as written only when it is done as well
 * @throws RunFolderError for anything else that is no entry, naming the line
 */
export async function openJournal(
  folder: string,
  beside: () => Promise<unknown> = async () => {},
): Promise<JournalFile> {
  const path = join(folder, JOURNAL_NAME);
  const file = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | NO_FOLLOW, 0o644);
  try {
    const { entries, wholeBytes, bytes } = parseJournal(await file.readFile(), path);
    if (wholeBytes < bytes) {
      await file.truncate(wholeBytes);
      await file.sync();
    }
    return journalOver(file, entries, beside);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The entries of a run folder's journal; none where there is no journal. For those who only look. */
export async function readJournal(folder: string): Promise<readonly JournalEntry[]> {
  const path = join(folder, JOURNAL_NAME);
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | NO_FOLLOW);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  }
  try {
    return parseJournal(await file.readFile(), path).entries;
  } finally {
    await file.close();
  }
}

function parseJournal(content: Buffer, path: string) {
  const wholeBytes = content.lastIndexOf(0x0a) + 1;
  const lines = content.subarray(0, wholeBytes).toString("utf8").split("\n").slice(0, -1);
  const entries = lines.map((line, index) => {
    try {
      return readEntry(json(line, "the entry"));
    } catch (error) {
      if (!(error instanceof RunFolderError)) throw error;
      throw new RunFolderError(
        `${path}, line ${index + 1} is no journal entry: ${error.message} The journal was changed by something else than a run; start a new run in another folder.`,
      );
    }
  });
  checkOrder(entries, path);
  return { entries, wholeBytes, bytes: content.length };
}

/** Entries that are right one by one may make no sense together. */
function checkOrder(entries: readonly JournalEntry[], path: string): void {
  try {
    replay(entries);
  } catch (error) {
    throw new RunFolderError(
      `${path} is no journal: ${messageOf(error)} It was changed by something else than a run; start a new run in another folder.`,
    );
  }
}

interface Waiting {
  readonly line: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Entries that come while the disk is busy are written together, with one sync. */
function journalOver(file: FileHandle, earlier: readonly JournalEntry[], beside: () => Promise<unknown>): JournalFile {
  let beganBeside: Promise<unknown> | undefined;
  let waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;
  let failure: unknown;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        // After a failed write the file may end in half a line: nothing may follow that.
        if (failure !== undefined) throw failure;
        await writeAll(file, Buffer.from(batch.map(({ line }) => line).join("")));
        const synced = file.datasync();
        beganBeside ??= beside();
        await Promise.all([synced, beganBeside]);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        failure ??= error;
        for (const { reject } of batch) reject(error);
      }
    }
    writing = undefined;
  }

  return {
    earlier,
    append(entry) {
      return new Promise((resolve, reject) => {
        waiting.push({ line: `${JSON.stringify(entry)}\n`, resolve, reject });
        writing ??= write();
      });
    },
    async close() {
      await writing;
      await file.close();
    },
  };
}
