import { createHash, hash } from "node:crypto";
import type { JournalEntry } from "@analytics-engines/core";

export const JOURNAL_NAME = "journal.jsonl";

/** The file beside the journal that records how many lines are durable. Without it, a truncated journal would look like one that a kill ended. */
export const COMMIT_NAME = "journal.commit";

/** The number of durable lines of the journal, and the checksum of the last one. */
export interface Commit {
  readonly lines: number;
  readonly sum: string;
}

/** The place of a record: two slots are written in turn, so that a torn record leaves the one before it. */
export type Slot = 0 | 1;

export const emptyCommit: Commit = { lines: 0, sum: "0".repeat(16) };

const COUNT_DIGITS = 12;
const RECORD = /^(\d{12}) ([\da-f]{16}) ([\da-f]{16})\n$/;
export const RECORD_BYTES = COUNT_DIGITS + 2 * 16 + 3;
/** Two records, and room for what damage adds. */
export const MAX_COMMIT_BYTES = 4096;

/** A record is a line of text: the count of lines, the last one's checksum, and a checksum of these two. */
export function recordOf({ lines, sum }: Commit): string {
  const content = `${String(lines).padStart(COUNT_DIGITS, "0")} ${sum}`;
  return `${content} ${checkOf(content)}\n`;
}

/** The latest record of `journal.commit`. */
interface LatestCommit {
  readonly commit: Commit;
  readonly slot: Slot;
  /** Whether the other record counts lines too, or is torn: so this is not the first record of the run. */
  readonly isConfirmed: boolean;
}

/** The latest record of the file; `undefined` for a file without a record or of another size. */
export function readCommit(content: Buffer): LatestCommit | undefined {
  if (content.length !== 2 * RECORD_BYTES) return undefined;
  const first = readRecord(content.subarray(0, RECORD_BYTES));
  const second = readRecord(content.subarray(RECORD_BYTES));
  const latest = (commit: Commit, slot: Slot, before: Commit | undefined) => ({
    commit,
    slot,
    isConfirmed: commit.lines > 0 && before?.lines !== 0,
  });
  if (first !== undefined && (second === undefined || first.lines >= second.lines)) return latest(first, 0, second);
  return second && latest(second, 1, first);
}

function readRecord(bytes: Buffer): Commit | undefined {
  const [, lines = "", sum = "", check] = RECORD.exec(bytes.toString("latin1")) ?? [];
  return check === checkOf(`${lines} ${sum}`) ? { lines: Number(lines), sum } : undefined;
}

function checkOf(content: string): string {
  return hash("sha256", content).slice(0, 16);
}

// Writes lines. Apart from the reader, so that a new run loads no schema.

export const SUM_START = ',"sum":"';

/** A line with its checksum, which covers the line and the checksum of the line before. */
export function lineOf(entry: JournalEntry, before: string): { readonly line: string; readonly sum: string } {
  const body = JSON.stringify(entry).slice(0, -1);
  const sum = checksumOf(before, body);
  return { line: `${body}${SUM_START}${sum}"}\n`, sum };
}

export function checksumOf(before: string, body: string | Buffer): string {
  return createHash("sha256").update(before).update(body).digest("hex").slice(0, 16);
}

/** A damaged journal. The message is the rest of a sentence that begins with its name. */
export class JournalDamage extends Error {
  override readonly name = "JournalDamage";
}
