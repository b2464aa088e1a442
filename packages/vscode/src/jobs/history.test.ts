import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/job-world.ts";
import { createHistory } from "./history.ts";
import { historyKey } from "./history-key.ts";
import { parseRecord, type RunRecord } from "./run-record.ts";

const key = new Uint8Array(32).fill(1);
const record = (id: string, startedAt = "2026-11-20T09:00:00.000Z"): RunRecord => ({
  version: 1,
  id: id.repeat(32).slice(0, 32),
  connection: { id: "one", name: "One", baseUrl: "https://api.example" },
  startedAt,
  folder: "/somewhere/run",
  files: [
    {
      path: "a.pa.json",
      uri: "file:///a.pa.json",
      family: "pa",
      sha256: "1",
      parametersSha256: "2",
      units: ["weights"],
    },
    { path: "b.fi.json", family: "fi", sha256: "3", parametersSha256: "4", units: ["result"] },
  ],
});

describe("the history", () => {
  it("restores its runs, newest first", async () => {
    const history = createHistory(path.join(temporaryFolder(), "runs"), async () => key);
    const [one, two] = [record("a"), record("b", "2026-11-20T10:00:00.000Z")];
    await history.add({ record: one, requests: [{ data: { weights: { x: 1 } } }, { data: {} }] });
    await history.add({ record: two, requests: [1, 2] });
    const end = { status: "failure", finishedAt: "2026-11-20T10:01:00.000Z", units: 2, succeeded: 1 } as const;
    await history.update({ ...one, end });
    expect(await history.list()).toEqual({ records: [two, { ...one, end }], unreadable: [] });
    expect(await history.requests(one)).toEqual([{ data: { weights: { x: 1 } } }, { data: {} }]);
    await history.remove(two.id);
    expect((await history.list()).records).toEqual([{ ...one, end }]);
  });

  it("needs no key while it is empty", async () => {
    const history = createHistory(path.join(temporaryFolder(), "runs"), async () => {
      throw new Error("the keyring was asked");
    });
    expect(await history.list()).toEqual({ records: [], unreadable: [] });
  });

  it("reports unreadable runs, and leaves other files alone", async () => {
    const base = path.join(temporaryFolder(), "runs");
    const history = createHistory(base, async () => key);
    await history.add({ record: record("a"), requests: [1, 2] });
    writeFileSync(path.join(base, record("a").id, "record"), "damaged");
    mkdirSync(path.join(base, "something else"));
    expect(await history.list()).toEqual({ records: [], unreadable: [record("a").id] });
    // A record that was moved to another run does not open there.
    await history.add({ record: record("b"), requests: [1, 2] });
    mkdirSync(path.join(base, record("c").id));
    writeFileSync(path.join(base, record("c").id, "record"), "");
    expect((await history.list()).unreadable).toEqual(expect.arrayContaining([record("c").id]));
  });

  it("leaves no files of a run that could not be stored", async () => {
    const base = path.join(temporaryFolder(), "runs");
    const history = createHistory(base, async () => {
      throw new Error("no keyring");
    });
    await expect(history.add({ record: record("a"), requests: [1, 2] })).rejects.toThrow("no keyring");
    expect(readdirSync(base)).toEqual([]);
  });
});

describe("a record", () => {
  it("is restored, and other values are refused", () => {
    expect(parseRecord(JSON.parse(JSON.stringify(record("a"))))).toEqual(record("a"));
    fc.assert(fc.property(fc.jsonValue(), (value) => void expect(parseRecord(value)).toBeUndefined()));
    for (const [name, value] of [
      ["version", 2],
      ["connection", null],
      ["files", [{}]],
      ["files", {}],
      ["end", { status: "finished" }],
      ["folder", 5],
    ] as const) {
      expect(parseRecord({ ...record("a"), [name]: value })).toBeUndefined();
    }
  });
});

describe("the key of the history", () => {
  const keyring = (keeps = true) => ({
    values: new Map<string, string>(),
    asked: 0,
    async get(name: string) {
      this.asked++;
      return this.values.get(name);
    },
    async store(name: string, value: string) {
      if (keeps) this.values.set(name, value);
    },
  });

  it("is created once and the same in every window", async () => {
    const ring = keyring();
    const first = historyKey(ring);
    expect(await first()).toEqual(await first());
    const asked = ring.asked;
    await first();
    expect(ring.asked).toBe(asked);
    expect(await historyKey(ring)()).toEqual(await first());
    expect((await first()).length).toBe(32);
  });

  it("is refused if the keyring does not keep it", async () => {
    await expect(historyKey(keyring(false))()).rejects.toThrow("did not keep");
  });
});
