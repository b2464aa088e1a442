import { expectedResults, type JournalEntry, type UnitReport } from "@analytics-engines/core";
import { describe, expect, it } from "vitest";
import { readEntry } from "./journal-lines.ts";

const base = { key: "a.pa.json", at: "2026-01-01T00:00:00Z" };
const file = { file: "a.pa/u.json", contentType: "application/json", bytes: 2, sha256: "dd" };
const unit: UnitReport = { id: "u", status: "success", warnings: ["w"], errors: [{ title: "t" }], hasInfo: true };
const units = [unit];
const requestKey = "k";
const outcome = {
  key: "a.pa.json",
  family: "pa",
  jobId: "j",
  status: "success",
  requestKeys: ["k"],
  units: [],
} as const;
const reused = { run: "earlier", manifestSha256: "ee", startedAt: "2026-01-01T00:00:00Z" };
const [expects] = expectedResults;

/** Entries with every property, and the names of those that may be missing. */
const wholeEntries: readonly (readonly [JournalEntry, readonly string[]])[] = [
  [{ type: "create", ...base, family: "pa", jobId: "j", units: ["u"], expects }, ["jobId", "expects"]],
  [
    { type: "created", ...base, jobId: "j", units, resultMayBeConsumed: true, requestKey },
    ["units", "resultMayBeConsumed", "requestKey"],
  ],
  [{ type: "done", ...base, units, requestKey }, ["requestKey"]],
  ...(["result", "info"] as const).map(
    (kind) => [{ type: "reading", ...base, unitId: "u", kind, source: "result" }, ["source"]] as const,
  ),
  ...(["create", "status", "result"] as const).map(
    (source) =>
      [
        { type: "stored", ...base, unitId: "u", kind: "result", source, file, requestKey },
        ["source", "requestKey"],
      ] as const,
  ),
  [{ type: "finished", ...base, outcome }, []],
  [
    {
      type: "reused",
      ...base,
      units: [{ id: "u", status: "success", stored: file, reused, warnings: [], errors: [] }],
    },
    [],
  ],
  [{ type: "cancel", ...base, jobId: "j" }, []],
  [{ type: "canceled", ...base, jobId: "j" }, []],
];

describe.each(wholeEntries)("an entry %j", (entry, optionalNames) => {
  const read = (value: object) => readEntry(value);

  it("is read with all its properties, and without others", () => {
    expect(read({ ...entry, other: 1 })).toEqual(entry);
  });

  it("is refused where a property is missing, but for those that may be", () => {
    for (const name of Object.keys(entry)) {
      const { [name]: _, ...rest } = { ...entry } as Record<string, unknown>;
      if (optionalNames.includes(name)) expect(read(rest)).toEqual(rest);
      else expect(() => read(rest), name).toThrow(`the entry.${name}`);
    }
  });

  it("is refused where a property has another form, and the property is named", () => {
    for (const name of Object.keys(entry))
      expect(() => read({ ...entry, [name]: 7 }), name).toThrow(`the entry.${name}`);
  });
});

it.each(["", "other", 7, undefined])("an entry of the type %j is refused", (type) => {
  expect(() => readEntry({ type, ...base })).toThrow("the entry.type");
});

it.each(["kind", "source", "family", "expects"])("a word that no run writes as %s is refused", (name) => {
  const [entry] = wholeEntries.find(([whole]) => name in whole) ?? expect.fail();
  expect(() => readEntry({ ...entry, [name]: "" })).toThrow(`the entry.${name}`);
});
