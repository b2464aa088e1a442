import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { type Journal, type JournalEntry, RunTakenOverError } from "@analytics-engines/core";
import { writeAll } from "../../files/disk.ts";
import { openFile, sizeNow, truncateFile } from "../../files/open-file.ts";
import {
  COMMIT_NAME,
  type Commit,
  emptyCommit,
  JOURNAL_NAME,
  lineOf,
  MAX_COMMIT_BYTES,
  RECORD_BYTES,
  recordOf,
  type Slot,
} from "./journal-format.ts";
import { type JournalState, MAX_JOURNAL_BYTES, readState } from "./journal-state.ts";

/** A journal on disk. Close it when the run is over. */
export interface JournalFile extends Journal {
  close(): Promise<void>;
}

/** What happens around the writes of a journal. */
export interface JournalHooks {
  /** Called, and awaited, before anything is appended, and before that counts as written. Throws where the folder is no longer this process's. */
  readonly check?: () => unknown;
  /** Makes other files durable while the first entries are synced. */
  readonly syncOthers?: () => Promise<unknown>;
  /** For a new run: records that the run has begun, when the first entries, their count, and what is beside them are durable. */
  readonly begin?: () => Promise<unknown>;
}

/**
 * Opens `journal.jsonl` of a run folder (JSON lines) with `journal.commit`: reads its entries, and appends more. A last line that a kill or a
 * power cut tore is removed: no action depends on it.
 *
 * A journal with entries is durable when this resolves; a new one is durable with its first entry.
 *
 * @throws UserError, which names the line and what to do, for a journal that was altered
 */
export async function openJournal(
  folder: string,
  { check = () => {}, syncOthers = async () => {}, begin = async () => {} }: JournalHooks = {},
): Promise<JournalFile> {
  const state = await readState(folder);
  await check();
  const record = await openCommit(folder, state);
  let file: FileHandle | undefined;
  try {
    const { entries, end, wholeBytes, bytes } = state;
    if (wholeBytes < bytes) await truncateFile(join(folder, JOURNAL_NAME), wholeBytes);
    file = await openJournalFile(folder);
    if (entries.length > 0) {
      // A killed process can leave entries, and files beside the journal, that are not on the disk yet. Both must be there before the record
      // that counts the entries, or a power cut leaves a record of lines that do not exist.
      await Promise.all([file.sync(), syncOthers()]);
      await beginCounted(record, end, begin);
    }
    const hooks = { check, syncOthers, begin };
    return openWriter({ file, record, hooks }, { entries, end, bytes: wholeBytes });
  } catch (error) {
    await Promise.all([file?.close(), record.close()]);
    throw error;
  }
}

/**
 * Records that a run has begun, between two records of its first lines. So each order of writes that an accident leaves is told from the others:
 * without a count, no request was sent; with one, the run may have begun; with two, it has.
 */
async function beginCounted(record: CommitFile, end: Commit, begin: () => Promise<unknown>): Promise<void> {
  await record.write(end);
  await record.sync();
  await begin();
  await record.confirm(end);
}

function openJournalFile(folder: string): Promise<FileHandle> {
  return openFile(join(folder, JOURNAL_NAME), { access: "append", maxBytes: MAX_JOURNAL_BYTES });
}

/** The entries of a run folder's journal; none where there is no journal. Changes nothing. Throws as `openJournal`. */
export async function readJournal(folder: string): Promise<readonly JournalEntry[]> {
  return (await readState(folder)).entries;
}

type CommitFile = Awaited<ReturnType<typeof openCommit>>;

/** Opens `journal.commit` for its next record. */
async function openCommit(folder: string, state: JournalState) {
  const file = await openFile(join(folder, COMMIT_NAME), { access: "make", maxBytes: MAX_COMMIT_BYTES });
  let slot: Slot = state.slot ?? 1;
  let { committed, isConfirmed } = state;
  if (state.slot === undefined) {
    const none = Buffer.from(recordOf(emptyCommit));
    await writeAll(file, Buffer.concat([none, none]), 0);
    await file.truncate(2 * RECORD_BYTES);
  }
  const writeNext = async (commit: Commit) => {
    slot = slot === 0 ? 1 : 0;
    isConfirmed ||= committed > 0;
    committed = commit.lines;
    await writeAll(file, Buffer.from(recordOf(commit)), slot * RECORD_BYTES);
  };
  return {
    /** Writes without a sync: the record may be older than the journal, never newer. */
    async write(commit: Commit): Promise<void> {
      if (commit.lines !== committed) await writeNext(commit);
    },
    /** Writes the first record once more, into the slot that has counted nothing yet. */
    async confirm(commit: Commit): Promise<void> {
      if (!isConfirmed) await writeNext(commit);
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

/** The files of a journal, and what happens around a write. */
interface Writing {
  readonly file: FileHandle;
  readonly record: CommitFile;
  readonly hooks: Required<JournalHooks>;
}

/** Entries that arrive while the disk is busy are written together, with one sync. */
function openWriter(
  { file, record, hooks: { check, syncOthers, begin } }: Writing,
  existing: { readonly entries: readonly JournalEntry[]; readonly end: Commit; readonly bytes: number },
): JournalFile {
  let waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;
  let failure: unknown;
  let { end, bytes } = existing;
  let isFirst = existing.entries.length === 0;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        // After a failed write, the file can end in half a line, and nothing may follow that.
        if (failure !== undefined) throw failure;
        await append(Buffer.from(batch.map(({ entry }) => lineFor(entry)).join("")));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        failure ??= error;
        for (const { reject } of batch) reject(error);
      }
    }
    writing = undefined;
  }

  async function append(lines: Buffer): Promise<void> {
    await checkOwner();
    await writeAll(file, lines);
    bytes += lines.length;
    await Promise.all([file.datasync(), isFirst && syncOthers()]);
    // Another process can have taken over while the disk was busy. Then no request may follow these lines.
    await checkOwner();
    if (isFirst) await beginCounted(record, end, begin);
    else await record.write(end);
    isFirst = false;
  }

  async function checkOwner(): Promise<void> {
    await check();
    const size = sizeNow(file);
    if (size === bytes) return;
    throw new RunTakenOverError(
      `${JOURNAL_NAME} has ${size} bytes, and this process left it with ${bytes}: another process writes it. This process stops and changes nothing more. Resume the run when the other has ended.`,
    );
  }

  function lineFor(entry: JournalEntry): string {
    const { line, sum } = lineOf(entry, end.sum);
    end = { lines: end.lines + 1, sum };
    return line;
  }

  return {
    earlier: existing.entries,
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
