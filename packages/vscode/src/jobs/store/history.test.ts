import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placesIn, temporaryFolder } from "../../../test/support/run-world.ts";
import { createHistory, type HistoryPlaces, parseRecord, type RunRecord } from "./history.ts";

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
    const history = createHistory(placesIn(path.join(temporaryFolder(), "runs")));
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

  it("has the runs of each folder of the workspace in that folder", async () => {
    const root = temporaryFolder();
    const [first, second] = [path.join(root, "first"), path.join(root, "second")];
    const of: HistoryPlaces["of"] = (files) => (files[0]?.uri?.startsWith("file:///second/") ? second : first);
    const history = createHistory({ all: () => [first, second], of });
    const [one, two] = [record("a"), record("b", "2026-11-20T10:00:00.000Z")];
    const ofSecond = { ...two, files: two.files.map((file) => ({ ...file, uri: "file:///second/a.pa.json" })) };
    await history.add({ record: one, requests: [1, 2] });
    await history.add({ record: ofSecond, requests: [3, 4] });
    expect(history.runFolder(two.id, ofSecond.files)).toBe(path.join(second, two.id, "run"));
    expect((await history.list()).records).toEqual([ofSecond, one]);
    // A window that has the second folder alone.
    const alone = createHistory(placesIn(second));
    expect((await alone.list()).records).toEqual([ofSecond]);
    expect(await alone.requests(ofSecond)).toEqual([3, 4]);
  });

  it("is empty without a folder, and makes none", async () => {
    const base = path.join(temporaryFolder(), "runs");
    expect(await createHistory(placesIn(base)).list()).toEqual({ records: [], unreadable: [] });
    expect(existsSync(base)).toBe(false);
  });

  // Windows keeps other users out of the folder of a user by its own rules.
  it.skipIf(process.platform === "win32")("can be opened by no other user of the machine", async () => {
    const base = path.join(temporaryFolder(), "storage", "runs");
    await createHistory(placesIn(base)).add({ record: record("a"), requests: [1, 2] });
    const mode = (...names: readonly string[]) => statSync(path.join(base, ...names)).mode & 0o777;
    expect([mode(), mode(record("a").id)]).toEqual([0o700, 0o700]);
    for (const name of readdirSync(path.join(base, record("a").id))) expect(mode(record("a").id, name)).toBe(0o600);
  });

  it("reports unreadable runs, and leaves other files alone", async () => {
    const base = path.join(temporaryFolder(), "runs");
    const history = createHistory(placesIn(base));
    await history.add({ record: record("a"), requests: [1, 2] });
    writeFileSync(path.join(base, record("a").id, "record.json"), "damaged");
    mkdirSync(path.join(base, "something else"));
    expect(await history.list()).toEqual({ records: [], unreadable: [record("a").id] });
    // A record that was moved to another run does not open there.
    await history.add({ record: record("b"), requests: [1, 2] });
    mkdirSync(path.join(base, record("c").id));
    writeFileSync(
      path.join(base, record("c").id, "record.json"),
      readFileSync(path.join(base, record("b").id, "record.json")),
    );
    expect((await history.list()).unreadable).toEqual(expect.arrayContaining([record("c").id]));
  });

  it("leaves no files of a run that could not be stored", async () => {
    const base = path.join(temporaryFolder(), "runs");
    // No JSON has a number of this kind.
    const planned = { record: record("a"), requests: [1n] };
    await expect(createHistory(placesIn(base)).add(planned)).rejects.toThrow("BigInt");
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
