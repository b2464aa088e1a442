import type { JournalEntry } from "@analytics-engines/core/jobs";
import { flag, type JsonPlace, object, oneOf, optional, property, type ReadAt, text } from "../manifest/parse.ts";
import {
  readExpected,
  readFamily,
  readJobOutcome,
  readStoredFile,
  readTexts,
  readUnitReports,
} from "../manifest/read-outcome.ts";

type Entry<Type extends JournalEntry["type"]> = Extract<JournalEntry, { readonly type: Type }>;

const base = { key: text, at: text };
const readWay = oneOf(["create", "status", "result"]);
const readKind = oneOf(["result", "info", "commentary"]);

const entries: { readonly [Type in JournalEntry["type"]]: ReadAt<Entry<Type>> } = {
  create: object<Entry<"create">>({
    type: oneOf(["create"]),
    ...base,
    family: readFamily,
    jobId: optional(text),
    units: readTexts,
    expects: optional(readExpected),
  }),
  created: object<Entry<"created">>({
    type: oneOf(["created"]),
    ...base,
    jobId: text,
    units: optional(readUnitReports),
    mayBeSpent: optional(flag),
    requestKey: optional(text),
  }),
  done: object<Entry<"done">>({
    type: oneOf(["done"]),
    ...base,
    units: readUnitReports,
    requestKey: optional(text),
  }),
  reading: object<Entry<"reading">>({
    type: oneOf(["reading"]),
    ...base,
    unitId: text,
    kind: readKind,
    by: optional(readWay),
  }),
  stored: object<Entry<"stored">>({
    type: oneOf(["stored"]),
    ...base,
    unitId: text,
    kind: readKind,
    by: optional(readWay),
    file: readStoredFile,
    requestKey: optional(text),
  }),
  commentary: object<Entry<"commentary">>({
    type: oneOf(["commentary"]),
    ...base,
    unitId: text,
    state: oneOf(["create", "created", "failed"]),
    message: optional(text),
    requestKey: optional(text),
  }),
  finished: object<Entry<"finished">>({ type: oneOf(["finished"]), ...base, outcome: readJobOutcome }),
  cancel: object<Entry<"cancel">>({ type: oneOf(["cancel"]), ...base, jobId: text }),
  canceled: object<Entry<"canceled">>({ type: oneOf(["canceled"]), ...base, jobId: text }),
};

const readType = oneOf([
  "create",
  "created",
  "done",
  "reading",
  "stored",
  "commentary",
  "finished",
  "cancel",
  "canceled",
]);

/** Reads one entry of a journal. @throws UserError, which names the wrong property */
export function readEntry(place: JsonPlace): JournalEntry {
  return entries[readType(property(place, "type"))](place);
}
