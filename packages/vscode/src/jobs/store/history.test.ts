import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/run-world.ts";
import { createHistory } from "./history.ts";
import { createHistoryKey } from "./history-key.ts";
import { parseRecord, type RunRecord } from "./run-record.ts";

const key = { read: async () => new Uint8Array(32).fill(1), isLasting: async () => true };
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
    const history = createHistory(path.join(temporaryFolder(), "runs"), key);
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
    const history = createHistory(path.join(temporaryFolder(), "runs"), {
      ...key,
      read: () => Promise.reject(new Error("the keyring was asked")),
    });
    expect(await history.list()).toEqual({ records: [], unreadable: [] });
  });

  it("reports unreadable runs, and leaves other files alone", async () => {
    const base = path.join(temporaryFolder(), "runs");
    const history = createHistory(base, key);
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
    const history = createHistory(base, { ...key, read: () => Promise.reject(new Error("no keyring")) });
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
  const keyring = (keeps = true) => {
    const listeners: ((event: { key: string }) => void)[] = [];
    return {
      values: new Map<string, string>(),
      asked: 0,
      async get(name: string) {
        this.asked++;
        return this.values.get(name);
      },
      async store(name: string, value: string) {
        if (keeps) this.values.set(name, value);
        for (const listener of listeners) listener({ key: name });
      },
      async delete(name: string) {
        this.values.delete(name);
        for (const listener of listeners) listener({ key: name });
      },
      onDidChange(listener: (event: { key: string }) => void) {
        listeners.push(listener);
        return { dispose() {} };
      },
    };
  };

  it("is created once and the same in every window", async () => {
    const ring = keyring();
    const first = createHistoryKey(ring, "w");
    expect((await first.read()).length).toBe(32);
    const asked = ring.asked;
    expect(await first.read()).toEqual(await first.read());
    expect(ring.asked).toBeLessThanOrEqual(asked + 2);
    expect(await createHistoryKey(ring, "w").read()).toEqual(await first.read());
    expect(await createHistoryKey(ring, "other").read()).not.toEqual(await first.read());
  });

  it("lasts once a window finds it in the keyring", async () => {
    const ring = keyring();
    expect(await createHistoryKey(ring, "w").isLasting()).toBe(false);
    expect(await createHistoryKey(ring, "w").isLasting()).toBe(true);
  });

  it("is the one that all workspaces shared before, if the keyring has that", async () => {
    const ring = keyring();
    ring.values.set("history.key", Buffer.alloc(32, 5).toString("base64"));
    const own = createHistoryKey(ring, "w");
    expect(await own.read()).toEqual(Buffer.alloc(32, 5));
    expect(await own.isLasting()).toBe(true);
  });

  it("is another one after it was deleted, in every window", async () => {
    const ring = keyring();
    const [one, other] = [createHistoryKey(ring, "w"), createHistoryKey(ring, "w")];
    const before = await one.read();
    expect(await other.read()).toEqual(before);
    await one.forget();
    expect([...ring.values]).toEqual([]);
    expect(await other.read()).not.toEqual(before);
    expect(await one.read()).toEqual(await other.read());
  });

  it("is refused if the keyring does not keep it", async () => {
    await expect(createHistoryKey(keyring(false), "w").read()).rejects.toThrow("did not keep");
  });
});
