import { knownGood } from "@analytics-engines/simulator";
import { describe, expect, it } from "vitest";
import { simulatedNames } from "../../../../test/support/simulated-names.ts";
import type { ServiceField } from "../schema/fields.ts";
import { suggest } from "./suggestions.ts";

type World = ReturnType<typeof simulatedNames>;

/** Asks until nothing more is to come. */
async function all({ clock, names }: World, field: ServiceField, typed: string, account?: string) {
  let given = suggest(field, typed, names, account);
  for (; given.more; given = suggest(field, typed, names, account)) await clock.run(given.more);
  return given.items;
}

const component: ServiceField = { kind: "component", engine: "pa" };

describe("suggest", () => {
  it("never waits, and sends each request once", async () => {
    const world = simulatedNames();
    const first = suggest({ kind: "group", engine: "pa" }, "", world.names, undefined);
    expect(first.items).toEqual([]);
    expect(first.more).toBeDefined();
    const items = await all(world, { kind: "group", engine: "pa" }, "");
    expect(items.map(({ id }) => id)).toContain(knownGood().groups.sector);
    expect(world.simulator.requests).toHaveLength(1);
  });

  it("lists components by name, each with its document", async () => {
    const items = await all(simulatedNames(), component, "We");
    const weights = items.filter(({ name }) => name === "Weights");
    expect(weights.length).toBeGreaterThan(2);
    expect(new Set(weights.map(({ detail }) => detail)).size).toBe(weights.length);
    expect(weights.map(({ id }) => id)).toContain(knownGood().components.pa.weights);
  });

  it("lists components along the path of their document", async () => {
    const world = simulatedNames();
    const growth = await all(world, component, "Client:/Growth/");
    expect(growth).toContainEqual({
      name: "WEEKLY_REVIEW",
      id: "Client:/Growth/WEEKLY_REVIEW",
      detail: undefined,
      kind: "document",
    });
    expect(growth).toContainEqual({
      name: "Regions/",
      id: "Client:/Growth/Regions/",
      detail: undefined,
      kind: "directory",
    });
    const inside = await all(world, component, "Client:/Growth/WEEKLY_REVIEW");
    expect(inside.find(({ name }) => name === "Weights")?.id).toBe(knownGood().components.pa.weights);
  });

  it("lists accounts by directory, starting at the roots", async () => {
    const world = simulatedNames();
    const account: ServiceField = { kind: "account", engine: "quant" };
    expect((await all(world, account, "")).map(({ id }) => id)).toContain("Client:/");
    expect(world.simulator.requests).toHaveLength(0);
    expect((await all(world, account, "Client:/Growth/GLOB")).map(({ id }) => id)).toContain(
      knownGood().accounts.equity,
    );
    expect(await all(world, account, "Client:/Nowhere/")).toEqual([]);
  });

  it("lists entries of the account beside the field", async () => {
    const { accounts, configuration } = knownGood();
    const configurations = await all(simulatedNames(), { kind: "configuration", engine: "vault" }, "", accounts.equity);
    expect(configurations.map(({ id }) => id)).toContain(configuration);
    const types = await all(simulatedNames(), { kind: "return type", engine: "spar" }, "", accounts.equity);
    expect(types.map(({ id }) => id)).toContain("GTR");
    expect(await all(simulatedNames(), { kind: "configuration", engine: "vault" }, "")).toEqual([]);
  });

  it.each([
    ["column", "pa"],
    ["statistic", "pa"],
    ["pricing source", "pa"],
    ["discount curve", "fi"],
    ["template type", "pa"],
    ["frequency", "spar"],
    ["grouping frequency", "pa"],
    ["currency", "pa"],
    ["peer universe", "spar"],
  ] as const)("lists every %s", async (kind, engine) => {
    expect((await all(simulatedNames(), { kind, engine }, "")).length).toBeGreaterThan(2);
  });

  it.each(["afi", "axp", "bpm", "fpo", "npo"] as const)("lists the strategies of %s", async (engine) => {
    const items = await all(simulatedNames(), { kind: "strategy", engine }, "Client:/Optimizer/");
    expect(items.map(({ id }) => id)).toContain(knownGood().strategies[engine]);
  });

  it("lists nothing if the service has no list", async () => {
    expect(await all(simulatedNames(), { kind: "document", engine: "fiab" }, "Client:/")).toEqual([]);
    expect(await all(simulatedNames(), { kind: "template", engine: "pa" }, "")).toEqual([]);
  });
});
