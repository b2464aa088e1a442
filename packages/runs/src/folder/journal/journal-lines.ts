import type { JournalEntry } from "@analytics-engines/core";
import type * as z from "zod/mini";
import { UserError } from "../../user-error.ts";
import { parseRecord } from "../manifest/manifest-file.ts";
import { readAs } from "../manifest/read-fields.ts";
import {
  count,
  expectedResultKind,
  family,
  flag,
  jobOutcome,
  list,
  object,
  oneOf,
  optional,
  storedFile,
  text,
  textList,
  unitOutcome,
  unitReports,
} from "../manifest/schema-parts.ts";
import { type Commit, checksumOf, emptyCommit, JournalDamage, SUM_START } from "./journal-format.ts";

const SUM_END = /^,"sum":"([\da-f]{16})"\}$/;
const SUM_BYTES = SUM_START.length + 18;

/** The entries of a journal. */
export type JournalLines = ReturnType<typeof readLines>;

/**
 * Reads the lines of a journal and checks the checksum of each.
 * @param durable the lines that are known to be durable: a wrong or missing one is damage
 * @throws JournalDamage, which names the line
 */
export function readLines(content: Buffer, durable: Commit) {
  const entries: JournalEntry[] = [];
  let sum = emptyCommit.sum;
  let start = 0;
  for (let end = content.indexOf(0x0a); end !== -1; end = content.indexOf(0x0a, start)) {
    const number = entries.length + 1;
    const line = content.subarray(start, end);
    const checkedLine = sumIn(line);
    if (checkedLine === undefined || checkedLine.sum !== checksumOf(sum, checkedLine.body)) {
      if (number > durable.lines && isTorn(line)) break;
      throw new JournalDamage(`line ${number} is not what the run wrote: its checksum does not match`);
    }
    entries.push(entryOf(checkedLine.body, number));
    sum = checkedLine.sum;
    start = end + 1;
    if (number === durable.lines && sum !== durable.sum) {
      throw new JournalDamage(`its first ${number} lines are of another run than the file journal.commit beside it`);
    }
  }
  if (entries.length < durable.lines) {
    throw new JournalDamage(`it ends after line ${entries.length}, and the run wrote ${durable.lines} lines`);
  }
  /** The number of whole lines, and the checksum of the last one. */
  const end: Commit = { lines: entries.length, sum };
  // The bytes after the whole lines are torn, and no action depends on them.
  return { entries: entries as readonly JournalEntry[], end, wholeBytes: start };
}

/** A line without its checksum, and the checksum. */
function sumIn(line: Buffer): { readonly body: Buffer; readonly sum: string } | undefined {
  const at = line.length - SUM_BYTES;
  const sum = at > 0 ? SUM_END.exec(line.toString("latin1", at))?.[1] : undefined;
  return sum === undefined ? undefined : { body: line.subarray(0, at), sum };
}

/** After a power cut, data that was not synced can read as zeros. No entry contains a zero. */
function isTorn(line: Buffer): boolean {
  return line.includes(0);
}

function entryOf(body: Buffer, number: number): JournalEntry {
  try {
    return readEntry(parseRecord(`${body.toString("utf8")}}`, "the entry"));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new JournalDamage(
      `line ${number} is not a journal entry of this version: ${error.message.replace(/\.$/, "")}`,
    );
  }
}

type Entry<Type extends JournalEntry["type"]> = Extract<JournalEntry, { readonly type: Type }>;

const base = { key: text, at: text };
const way = oneOf(["create", "status", "result"]);
const kind = oneOf(["result", "info"]);

const entries = {
  create: object({
    type: oneOf(["create"]),
    ...base,
    family,
    jobId: optional(text),
    units: textList,
    expects: optional(expectedResultKind),
  }),
  created: object({
    type: oneOf(["created"]),
    ...base,
    jobId: text,
    units: optional(unitReports),
    resultMayBeConsumed: optional(flag),
    requestKey: optional(text),
  }),
  done: object({ type: oneOf(["done"]), ...base, units: unitReports, requestKey: optional(text) }),
  reading: object({ type: oneOf(["reading"]), ...base, unitId: text, kind, source: optional(way) }),
  arrived: object({
    type: oneOf(["arrived"]),
    ...base,
    unitId: text,
    kind,
    source: optional(way),
    contentType: text,
    bytes: count,
    sha256: text,
    mayBeCut: optional(flag),
    requestKey: optional(text),
  }),
  stored: object({
    type: oneOf(["stored"]),
    ...base,
    unitId: text,
    kind,
    source: optional(way),
    file: storedFile,
    requestKey: optional(text),
  }),
  finished: object({ type: oneOf(["finished"]), ...base, outcome: jobOutcome }),
  reused: object({ type: oneOf(["reused"]), ...base, units: list(unitOutcome) }),
  cancel: object({ type: oneOf(["cancel"]), ...base, jobId: text }),
  canceled: object({ type: oneOf(["canceled"]), ...base, jobId: text }),
} satisfies { readonly [Type in JournalEntry["type"]]: z.ZodMiniType<Entry<Type>> };

const typed = object({
  type: oneOf([
    "create",
    "created",
    "done",
    "reading",
    "arrived",
    "stored",
    "finished",
    "reused",
    "cancel",
    "canceled",
  ]),
});

/** Reads one entry of a journal. @throws UserError, which names the wrong property */
export function readEntry(value: unknown): JournalEntry {
  const { type } = readAs(typed, value, "the entry");
  return readAs(entries[type], value, "the entry");
}
