import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ServiceResource } from "../../services/resources.ts";
import { type Memory, readExplorerState, writeExplorerState } from "./explorer-state.ts";
import { identity } from "./nodes.ts";

function memory(stored: Readonly<Record<string, unknown>> = {}): Memory {
  const values = new Map(Object.entries(stored));
  return { get: (key) => values.get(key), update: async (key, value) => void values.set(key, structuredClone(value)) };
}

const things: readonly ServiceResource[] = [
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

const benchmark = { kind: "benchmark", id: "BMK:WORLD", name: "World" } as const;

describe("the stored state", () => {
  it("is restored for each connection", async () => {
    const store = memory();
    await writeExplorerState(store, "one", { benchmarks: [benchmark] });
    await writeExplorerState(store, "one", { templateDirectories: ["Personal:Components/"] });
    expect(readExplorerState(store, "one").benchmarks).toEqual([benchmark]);
    expect(readExplorerState(store, "one").templateDirectories).toEqual(["Personal:Components/"]);
    expect(readExplorerState(store, "two")).toEqual({ benchmarks: [], templateDirectories: [] });
  });

  it("is read from any version, without invalid entries", () => {
    const stored = {
      benchmarks: [benchmark, { kind: "benchmark" }, { kind: "account", path: "x" }, null, 7],
      templateDirectories: ["a", "", 1],
    };
    expect(readExplorerState(memory({ "explorer one": stored }), "one")).toEqual({
      benchmarks: [benchmark],
      templateDirectories: ["a"],
    });
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const state = readExplorerState(memory({ "explorer one": value }), "one");
        expect(state.benchmarks.every(({ kind }) => kind === "benchmark")).toBe(true);
      }),
    );
  });

  it("distinguishes resources as the service does", () => {
    for (const [index, one] of things.entries()) {
      expect(things.map((other) => identity(one) === identity(other))).toEqual(
        things.map((_, other) => other === index),
      );
    }
    const account: ServiceResource = { kind: "account", path: "CLIENT:/growth/a.acct" };
    expect(identity(account) === identity({ kind: "account", path: "Client:/Growth/A.ACCT" })).toBe(true);
  });
});
