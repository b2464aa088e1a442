import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSameThing, type Memory, readKept, readThing, writeKept } from "./kept.ts";
import type { Thing } from "./nodes.ts";

function memory(stored: Readonly<Record<string, unknown>> = {}): Memory {
  const values = new Map(Object.entries(stored));
  return { get: (key) => values.get(key), update: async (key, value) => void values.set(key, structuredClone(value)) };
}

const things: readonly Thing[] = [
  { kind: "directory", tree: "pa documents", path: "Client:/Growth/" },
  { kind: "account", path: "Client:/Growth/A.ACCT" },
  { kind: "document", engine: "pub", path: "Client:/A" },
  { kind: "component", engine: "spar", id: "AB", name: "Returns", category: "Performance", document: "Client:/A" },
  { kind: "strategy", engine: "npo", path: "Client:/S" },
  { kind: "configuration", id: "1", name: "Official", account: "Client:/A.ACCT" },
  { kind: "benchmark", id: "BMK:WORLD", name: "World" },
  { kind: "template", sort: "component", id: "T", name: "Weights", directory: "Personal:Components/" },
  { kind: "entry", list: "columns", id: "P_1", name: "Weight", category: "Portfolio" },
];

describe("what is kept", () => {
  it("comes back as it was, each connection its own", async () => {
    const store = memory();
    await writeKept(store, "one", { favorites: things });
    await writeKept(store, "one", { templateDirectories: ["Personal:Components/"] });
    expect(readKept(store, "one").favorites).toEqual(things);
    expect(readKept(store, "one").templateDirectories).toEqual(["Personal:Components/"]);
    expect(readKept(store, "two")).toEqual({ favorites: [], benchmarks: [], templateDirectories: [] });
  });

  it("is read whatever another version has stored, leaving out what it cannot be", () => {
    const benchmark = { kind: "benchmark", id: "BMK:WORLD", name: "World" };
    const stored = {
      favorites: [benchmark, { kind: "benchmark" }, { kind: "planet", id: "x" }, null, 7],
      benchmarks: [benchmark, { kind: "account", path: "x" }],
      templateDirectories: ["a", "", 1],
    };
    expect(readKept(memory({ "explorer one": stored }), "one")).toEqual({
      favorites: [benchmark],
      benchmarks: [benchmark],
      templateDirectories: ["a"],
    });
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const kept = readKept(memory({ "explorer one": value }), "one");
        expect(kept.favorites.every((one) => readThing(one) !== undefined)).toBe(true);
      }),
    );
  });

  it("tells things apart as the service does", () => {
    for (const [index, one] of things.entries()) {
      expect(things.map((other) => isSameThing(one, other))).toEqual(things.map((_, other) => other === index));
    }
    const account: Thing = { kind: "account", path: "CLIENT:/growth/a.acct" };
    expect(isSameThing(account, { kind: "account", path: "Client:/Growth/A.ACCT" })).toBe(true);
  });
});
