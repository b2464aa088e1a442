import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import type { Journal, JournalEntry } from "@analytics-engines/core/jobs";
import { NO_FOLLOW, writeAll } from "./folder.ts";
import { COMMIT_NAME, type Commit, NO_LINES, RECORD_BYTES, recordOf, type Slot } from "./journal-commit.ts";
import { lineOf } from "./journal-lines.ts";
import { JOURNAL_NAME, type JournalState, readState } from "./journal-state.ts";

/** A journal on disk. Close it when the run is over. */
export interface JournalFile extends Journal {
  close(): Promise<void>;
}

/**
 * Opens `journal.jsonl` of a run folder, JSON lines, for reading what is there and for appending, with `journal.commit` beside it. A last
 * line that a kill or a power cut tore is cut off: nothing was done on the strength of it.
 *
 * Of a journal that has entries, all that it needs is on the disk when this resolves. Of a new one it is when the first entry is.
 *
 * @param beside runs while the disk takes the first entries; they count as written only when it is done as well
 * @throws RunFolderError for a journal that is not what a run wrote, naming the line and what to do
 */
export async function openJournal(
  folder: string,
  beside: () => Promise<unknown> = async () => {},
): Promise<JournalFile> {
  const state = await readState(folder);
  const record = await openCommit(folder, state);
  let file: FileHandle | undefined;
  try {
    file = await open(
      join(folder, JOURNAL_NAME),
      constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | NO_FOLLOW,
      0o644,
    );
    if (state.wholeBytes < state.bytes) await file.truncate(state.wholeBytes);
    const keepBeside = () => Promise.all([record.sync(), beside()]);
    if (state.bytes === 0) return journalOver(file, record, state, keepBeside);
    // A process that was killed may have left entries that are not on the disk yet.
    await file.sync();
    await record.write(state.end);
    const kept = keepBeside();
    await kept;
    return journalOver(file, record, state, () => kept);
  } catch (error) {
    await Promise.all([file?.close(), record.close()]);
    throw error;
  }
}

/** The entries of a run folder's journal; none where there is no journal. For those who only look. Throws as `openJournal`. */
export async function readJournal(folder: string): Promise<readonly JournalEntry[]> {
  return (await readState(folder)).entries;
}

/** `journal.commit`, open for its next record. */
interface CommitFile {
  /** Without a sync of its own: the record may be older than the journal, never newer. */
  write(commit: Commit): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

async function openCommit(folder: string, state: JournalState): Promise<CommitFile> {
  const file = await open(join(folder, COMMIT_NAME), constants.O_RDWR | constants.O_CREAT | NO_FOLLOW, 0o644);
  let slot: Slot = state.slot ?? 1;
  let written = state.committed;
  if (state.slot === undefined) {
    const none = Buffer.from(recordOf(NO_LINES));
    await writeAll(file, Buffer.concat([none, none]), 0);
    await file.truncate(2 * RECORD_BYTES);
  }
  return {
    async write(commit) {
      if (commit.lines === written) return;
      slot = slot === 0 ? 1 : 0;
      await writeAll(file, Buffer.from(recordOf(commit)), slot * RECORD_BYTES);
      written = commit.lines;
    },
    sync: () => file.sync(),
    close: () => file.close(),
  };
}

interface Waiting {
  readonly entry: JournalEntry;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Entries that come while the disk is busy are written together, with one sync. */
function journalOver(
  file: FileHandle,
  record: CommitFile,
  { entries: earlier, end: atStart }: JournalState,
  beside: () => Promise<unknown>,
): JournalFile {
  let beganBeside: Promise<unknown> | undefined;
  let waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;
  let failure: unknown;
  let end = atStart;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        // After a failed write the file may end in half a line: nothing may follow that.
        if (failure !== undefined) throw failure;
        await writeAll(file, Buffer.from(batch.map(({ entry }) => lineFor(entry)).join("")));
        const synced = file.datasync();
        beganBeside ??= beside();
        await Promise.all([synced, beganBeside]);
        await record.write(end);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        failure ??= error;
        for (const { reject } of batch) reject(error);
      }
    }
    writing = undefined;
  }

  function lineFor(entry: JournalEntry): string {
    const { line, sum } = lineOf(entry, end.sum);
    end = { lines: end.lines + 1, sum };
    return line;
  }

  return {
    earlier,
    append(entry) {
      return new Promise((resolve, reject) => {
        waiting.push({ entry, resolve, reject });
        writing ??= write();
      });
    },
    async close() {
      await writing;
      await Promise.all([file.close(), record.close()]);
    },
  };
}
