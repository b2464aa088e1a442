import { createHash } from "node:crypto";
import type { JournalEntry } from "@analytics-engines/core/jobs";
import { type Commit, NO_LINES } from "./journal-commit.ts";
import { json } from "./parse.ts";
import { readEntry } from "./read-entry.ts";
import { RunFolderError } from "./run-folder-error.ts";

const SUM_START = ',"sum":"';
const SUM_END = /^,"sum":"([\da-f]{16})"\}$/;
const SUM_BYTES = SUM_START.length + 18;

/** What the bytes of a journal hold. */
export interface JournalLines {
  readonly entries: readonly JournalEntry[];
  /** Where the journal stands after the last whole line. */
  readonly end: Commit;
  /** The bytes of its whole lines. What follows them is torn, and nothing was done on the strength of it. */
  readonly wholeBytes: number;
}

/** A line with its checksum, which covers the line and the checksum of the line before it. */
export function lineOf(entry: JournalEntry, before: string): { readonly line: string; readonly sum: string } {
  const body = JSON.stringify(entry).slice(0, -1);
  const sum = sumOf(before, body);
  return { line: `${body}${SUM_START}${sum}"}\n`, sum };
}

/**
 * Reads the lines of a journal and checks each against the line before it.
 * @param durable how many lines are known to be durable: what is wrong among them is damage, also where lines are missing
 * @throws Damage that names the line
 */
export function readLines(content: Buffer, durable: Commit): JournalLines {
  const entries: JournalEntry[] = [];
  let sum = NO_LINES.sum;
  let start = 0;
  for (let end = content.indexOf(0x0a); end !== -1; end = content.indexOf(0x0a, start)) {
    const number = entries.length + 1;
    const line = content.subarray(start, end);
    const found = sumIn(line);
    if (found === undefined || found.sum !== sumOf(sum, found.body)) {
      if (number > durable.lines && isTorn(line)) break;
      throw new Damage(`line ${number} is not what the run wrote: its checksum does not match`);
    }
    entries.push(entryOf(found.body, number));
    sum = found.sum;
    start = end + 1;
    if (number === durable.lines && sum !== durable.sum) {
      throw new Damage(`its first ${number} lines are of another run than the file journal.commit beside it`);
    }
  }
  if (entries.length < durable.lines) {
    throw new Damage(`it ends after line ${entries.length}, and the run wrote ${durable.lines} lines`);
  }
  return { entries, end: { lines: entries.length, sum }, wholeBytes: start };
}

/** What is wrong with a journal: the rest of a sentence that begins with its name. */
export class Damage extends Error {
  override readonly name = "Damage";
}

/** A line up to its checksum, and that. */
function sumIn(line: Buffer): { readonly body: Buffer; readonly sum: string } | undefined {
  const at = line.length - SUM_BYTES;
  const sum = at > 0 ? SUM_END.exec(line.toString("latin1", at))?.[1] : undefined;
  return sum === undefined ? undefined : { body: line.subarray(0, at), sum };
}

function sumOf(before: string, body: string | Buffer): string {
  return createHash("sha256").update(before).update(body).digest("hex").slice(0, 16);
}

/** After a power cut, parts of what was not synced may read as zeros. No entry holds one. */
function isTorn(line: Buffer): boolean {
  return line.includes(0);
}

function entryOf(body: Buffer, number: number): JournalEntry {
  try {
    return readEntry(json(`${body.toString("utf8")}}`, "the entry"));
  } catch (error) {
    if (!(error instanceof RunFolderError)) throw error;
    throw new Damage(`line ${number} is no journal entry of this version: ${error.message.replace(/\.$/, "")}`);
  }
}
