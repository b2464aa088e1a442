import type { JournalEntry } from "@analytics-engines/core/jobs";
import { flag, type JsonPlace, list, oneOf, optional, property, text } from "../manifest/parse.ts";
import {
  readExpected,
  readFamily,
  readJobOutcome,
  readStoredFile,
  readTexts,
  readUnitReport,
} from "../manifest/read-outcome.ts";

const types = [
  "create",
  "created",
  "done",
  "reading",
  "stored",
  "commentary",
  "finished",
  "cancel",
  "canceled",
] as const;
const readWay = (place: JsonPlace) => oneOf(place, ["create", "status", "result"]);
const readKind = (place: JsonPlace) => oneOf(place, ["result", "info", "commentary"]);
const readState = (place: JsonPlace) => oneOf(place, ["create", "created", "failed"]);

/** Reads one entry of a journal. @throws UserError, which names the wrong property */
export function readEntry(place: JsonPlace): JournalEntry {
  const base = { key: text(property(place, "key")), at: text(property(place, "at")) };
  const type = oneOf(property(place, "type"), types);
  switch (type) {
    case "create": {
      const units = readTexts(property(place, "units"));
      const family = readFamily(property(place, "family"));
      return {
        type,
        ...base,
        family,
        ...optional(place, "jobId", text),
        units,
        ...optional(place, "expects", readExpected),
      };
    }
    case "created":
      return {
        type,
        ...base,
        jobId: text(property(place, "jobId")),
        ...optional(place, "units", (units) => list(units, readUnitReport)),
        ...optional(place, "mayBeSpent", flag),
        ...optional(place, "requestKey", text),
      };
    case "done":
      return {
        type,
        ...base,
        units: list(property(place, "units"), readUnitReport),
        ...optional(place, "requestKey", text),
      };
    case "reading":
      return {
        type,
        ...base,
        unitId: text(property(place, "unitId")),
        kind: readKind(property(place, "kind")),
        ...optional(place, "by", readWay),
      };
    case "stored":
      return {
        type,
        ...base,
        unitId: text(property(place, "unitId")),
        kind: readKind(property(place, "kind")),
        ...optional(place, "by", readWay),
        file: readStoredFile(property(place, "file")),
        ...optional(place, "requestKey", text),
      };
    case "commentary":
      return {
        type,
        ...base,
        unitId: text(property(place, "unitId")),
        state: readState(property(place, "state")),
        ...optional(place, "message", text),
        ...optional(place, "requestKey", text),
      };
    case "finished":
      return { type, ...base, outcome: readJobOutcome(property(place, "outcome")) };
    case "cancel":
    case "canceled":
      return { type, ...base, jobId: text(property(place, "jobId")) };
  }
}
