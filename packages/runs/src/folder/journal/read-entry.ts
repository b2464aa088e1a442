import type { JournalEntry } from "@analytics-engines/core";
import type * as z from "zod/mini";
import { type JsonPlace, property } from "../manifest/parse.ts";
import { readAs } from "../manifest/read-as.ts";
import { count, flag, list, object, oneOf, optional, text } from "../manifest/schema/fields.ts";
import { jobOutcome, storedFile, unitOutcome, unitReports } from "../manifest/schema/outcome.ts";
import { expectedResultKind, family, textList } from "../manifest/schema/shared.ts";

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
    mayBeSpent: optional(flag),
    requestKey: optional(text),
  }),
  done: object({ type: oneOf(["done"]), ...base, units: unitReports, requestKey: optional(text) }),
  reading: object({ type: oneOf(["reading"]), ...base, unitId: text, kind, by: optional(way) }),
  arrived: object({
    type: oneOf(["arrived"]),
    ...base,
    unitId: text,
    kind,
    by: optional(way),
    contentType: text,
    bytes: count,
    sha256: optional(text),
    crc32: optional(count),
    mayBeCut: optional(flag),
    requestKey: optional(text),
  }),
  stored: object({
    type: oneOf(["stored"]),
    ...base,
    unitId: text,
    kind,
    by: optional(way),
    file: storedFile,
    requestKey: optional(text),
  }),
  finished: object({ type: oneOf(["finished"]), ...base, outcome: jobOutcome }),
  reused: object({ type: oneOf(["reused"]), ...base, units: list(unitOutcome) }),
  cancel: object({ type: oneOf(["cancel"]), ...base, jobId: text }),
  canceled: object({ type: oneOf(["canceled"]), ...base, jobId: text }),
} satisfies { readonly [Type in JournalEntry["type"]]: z.ZodMiniType<Entry<Type>> };

const entryType = oneOf([
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
]);

/** Reads one entry of a journal. @throws UserError, which names the wrong property */
export function readEntry(place: JsonPlace): JournalEntry {
  return readAs(entries[readAs(entryType, property(place, "type"))], place);
}
