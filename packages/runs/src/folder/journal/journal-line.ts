// Writes lines. Apart from the reader, so that a new run loads no schema.
import { createHash } from "node:crypto";
import type { JournalEntry } from "@analytics-engines/core";

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
