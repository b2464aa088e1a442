import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import type { Journal, JournalEntry } from "@analytics-engines/core/jobs";
import { NO_FOLLOW, writeAll } from "../../files/disk.ts";
import { COMMIT_NAME, type Commit, NO_LINES, RECORD_BYTES, recordOf, type Slot } from "./journal-commit.ts";
import { lineOf } from "./journal-lines.ts";
import { JOURNAL_NAME, type JournalState, readState } from "./journal-state.ts";

/** A journal on disk. Close it when the run is over. */
export interface JournalFile extends Journal {
  close(): Promise<void>;
}

/**
 * Opens `journal.jsonl` of a run folder (JSON lines) with `journal.commit`: reads its entries, and appends more. A last line that a kill or a
 * power cut tore is removed: no action depends on it.
 *
 * A journal with entries is durable when this resolves; a new one is durable with its first entry.
 *
 * @param beside runs while the first entries are synced; they count as written only when it is done as well
 * @throws UserError, which names the line and what to do, for a journal that was altered
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
    if (state.bytes === 0) return journalOver(file, record, state, () => Promise.all([record.sync(), beside()]));
    // A killed process can have left entries that are not on the disk yet, nor what is beside them. Both come before the record that
    // counts the entries, or a power cut leaves a journal that has begun beside half a manifest.
    await Promise.all([file.sync(), beside()]);
    await record.write(state.end);
    await record.sync();
    return journalOver(file, record, state);
  } catch (error) {
    await Promise.all([file?.close(), record.close()]);
    throw error;
  }
}

/** The entries of a run folder's journal; none where there is no journal. Changes nothing. Throws as `openJournal`. */
export async function readJournal(folder: string): Promise<readonly JournalEntry[]> {
  return (await readState(folder)).entries;
}

type CommitFile = Awaited<ReturnType<typeof openCommit>>;

/** Opens `journal.commit` for its next record. */
async function openCommit(folder: string, state: JournalState) {
  const file = await open(join(folder, COMMIT_NAME), constants.O_RDWR | constants.O_CREAT | NO_FOLLOW, 0o644);
  let slot: Slot = state.slot ?? 1;
  let written = state.committed;
  if (state.slot === undefined) {
    const none = Buffer.from(recordOf(NO_LINES));
    await writeAll(file, Buffer.concat([none, none]), 0);
    await file.truncate(2 * RECORD_BYTES);
  }
  return {
    /** Writes without a sync: the record may be older than the journal, never newer. */
    async write(commit: Commit): Promise<void> {
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

/** Entries that arrive while the disk is busy are written together, with one sync. */
function journalOver(
  file: FileHandle,
  record: CommitFile,
  { entries: earlier, end: atStart }: JournalState,
  beside: () => Promise<unknown> = async () => {},
): JournalFile {
  let startedBeside: Promise<unknown> | undefined;
  let waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;
  let failure: unknown;
  let end = atStart;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        // After a failed write, the file can end in half a line, and nothing may follow that.
        if (failure !== undefined) throw failure;
        await writeAll(file, Buffer.from(batch.map(({ entry }) => lineFor(entry)).join("")));
        const synced = file.datasync();
        startedBeside ??= beside();
        await Promise.all([synced, startedBeside]);
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
