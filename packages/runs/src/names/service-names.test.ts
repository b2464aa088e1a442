import { basicAuth, createClient } from "@analytics-engines/core";
import { resolveReferences } from "@analytics-engines/core/parameters";
import { createVirtualClock } from "@analytics-engines/core/testing";
import { createSimulator, defaultUser, knownGood, type SimulatorOptions } from "@analytics-engines/simulator";
import { describe, expect, it } from "vitest";
import { FAILURE_SECONDS, MAX_REQUESTS } from "./answer-cache.ts";
import { nameLists } from "./service-lists.ts";
import { createServiceNames, referenceSource } from "./service-names.ts";

function connect(options: SimulatorOptions = {}) {
  const clock = createVirtualClock();
  const simulator = createSimulator({ ...options, clock });
  const client = createClient({
    baseUrl: "https://api.example.test",
    auth: basicAuth(defaultUser.username, defaultUser.password ?? ""),
    fetch: simulator.fetch,
    clock,
  });
  let answers = 0;
  let connections = 0;
  const names = createServiceNames(
    async () => {
      connections++;
      return client;
    },
    { clock, onAnswer: () => answers++ },
  );
  return { clock, simulator, names, answers: () => answers, connections: () => connections };
}

const document = "Client:/Growth/WEEKLY_REVIEW";

describe("createServiceNames", () => {
  it("sends no request before a lookup, and one for each list", async () => {
    const { clock, simulator, names, connections } = connect();
    expect(connections()).toBe(0);
    const first = names.list("columns");
    expect(first.answer).toBeUndefined();
    const [columns] = await clock.run(() => Promise.all([first.ready, names.list("columns").ready]));
    expect(columns.find(({ name }) => name === "Port. Total Return")?.id).toBe(knownGood().columns.totalReturn);
    expect(names.list("columns").answer).toEqual(columns);
    expect(simulator.requests).toHaveLength(1);
  });

  it("knows every list of the service", async () => {
    const { clock, names } = connect();
    for (const list of nameLists) {
      const entries = await clock.run(() => names.list(list).ready);
      expect(entries.length, list).toBeGreaterThan(0);
      expect(
        entries.every(({ id, name }) => id !== "" && name !== ""),
        list,
      ).toBe(true);
    }
  });

  it("requests pricing sources by the directories of the columns if the service requires one", async () => {
    const { clock, simulator, names } = connect();
    const sources = await clock.run(() => names.list("pricing sources").ready);
    expect(sources.map(({ id }) => id)).toContain(knownGood().pricingSource);
    expect(simulator.requests.map(({ operation, query, status }) => [operation, query, status])).toEqual([
      ["pa.pricingSources.list", {}, 400],
      ["pa.columns.list", {}, 200],
      ["pa.pricingSources.list", { directory: "Vendor" }, 200],
    ]);
  });

  it("lists directories by whole paths, with or without a slash", async () => {
    const { clock, simulator, names } = connect();
    const { directories, entries } = await clock.run(() => names.directory("accounts", "Client:/Growth").ready);
    expect(directories).toEqual(["Client:/Growth/Regions/"]);
    expect(entries).toContain("Client:/Growth/GLOBAL_EQUITY.ACCT");
    await clock.run(() => names.directory("accounts", "client:/growth/").ready);
    expect(simulator.requests).toHaveLength(1);
  });

  it("names the configurations and return types of an account", async () => {
    const { clock, names } = connect();
    const { equity } = knownGood().accounts;
    const configurations = await clock.run(() => names.configurations(equity).ready);
    expect(configurations.map(({ id }) => id)).toContain(knownGood().configuration);
    const types = await clock.run(() => names.returnTypes(equity).ready);
    expect(types.map(({ id }) => id)).toContain("GTR");
  });

  it("takes a component from the list of its document, or requests it alone", async () => {
    const { clock, simulator, names } = connect();
    const { weights, bonds } = knownGood().components.pa;
    await clock.run(() => names.componentsOf("pa", document).ready);
    const listed = await clock.run(() => names.component("pa", weights.toLowerCase()).ready);
    expect(listed).toMatchObject({ name: "Weights", path: document });
    expect(simulator.requests).toHaveLength(1);
    const alone = await clock.run(() => names.component("pa", bonds).ready);
    expect(alone).toEqual({
      id: bonds,
      name: "Bond Characteristics",
      category: "Fixed Income / Characteristics",
      path: "Client:/Income/BOND_REVIEW;tile0",
    });
  });

  it("finds components by reading a limited number of documents, each once", async () => {
    const { clock, simulator, names } = connect();
    await clock.run(async () => names.components("pa").more);
    const walk = names.components("pa");
    expect(walk.more).toBeUndefined();
    expect(walk.components.filter(({ name }) => name === "Weights").map(({ path }) => path)).toContain(document);
    const asked = simulator.requests.map(({ path, query }) => `${path} ${JSON.stringify(query)}`);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.length).toBeLessThanOrEqual(MAX_REQUESTS);
  });

  it("continues some time after a failure", async () => {
    const { clock, simulator, names } = connect({ faults: ["pa.documents.list=broken-json"] });
    await clock.run(async () => names.components("pa").more);
    expect(names.components("pa").components).toEqual([]);
    simulator.faults.clear();
    await clock.run(async () => names.components("pa").more);
    expect(names.components("pa").components).toEqual([]);
    await clock.run(() => new Promise<void>((resolve) => clock.setTimer(FAILURE_SECONDS * 1000, resolve)));
    await clock.run(async () => names.components("pa").more);
    expect(names.components("pa").components.length).toBeGreaterThan(20);
  });

  it("does not repeat a failed request for some time", async () => {
    const { clock, simulator, names, answers } = connect();
    const ask = () => clock.run(() => names.component("pa", "0".repeat(64)).ready.catch(() => "failed"));
    expect(await ask()).toBe("failed");
    expect(await ask()).toBe("failed");
    expect(simulator.requests).toHaveLength(1);
    expect(answers()).toBe(1);
    await clock.run(() => new Promise<void>((resolve) => clock.setTimer(FAILURE_SECONDS * 1000, resolve)));
    expect(await ask()).toBe("failed");
    expect(simulator.requests).toHaveLength(2);
  });
});

describe("referenceSource", () => {
  it("refreshes at once after a failure, and never twice at a time", async () => {
    const { clock, simulator, names } = connect({ faults: ["accounts.list#1=404"] });
    const list = (refresh: boolean) => names.directory("accounts", "Client:/Growth", refresh).ready;
    await expect(clock.run(() => list(false))).rejects.toThrow("404");
    await expect(clock.run(() => list(false))).rejects.toThrow("404");
    expect(simulator.requests).toHaveLength(1);
    await clock.run(() => list(true));
    expect(simulator.requests).toHaveLength(2);
    const [one, other] = await clock.run(() => Promise.all([list(true), list(true)]));
    expect(one).toBe(other);
    expect(await list(false)).toBe(one);
    expect(simulator.requests).toHaveLength(3);
  });

  it("resolves references without repeating requests", async () => {
    const { clock, simulator, names } = connect();
    const { components, accounts, groups, strategies } = knownGood();
    const at = { pointer: "", range: undefined };
    const references = [
      { kind: "component", engine: "pa", id: components.pa.weights, ...at },
      { kind: "account", engine: "pa", id: accounts.equity, ...at },
      { kind: "account", engine: "pa", id: "Client:/Growth/GLOBAL_EQUTY.ACCT", ...at },
      { kind: "group", engine: "pa", id: groups.sector, ...at },
      { kind: "strategy", engine: "afi", id: strategies.afi, ...at },
      { kind: "component", engine: "pa", id: "0".repeat(64), ...at },
    ] as const;
    const source = referenceSource(names);
    const resolved = await clock.run(() => resolveReferences(references, source));
    expect(resolved.map(({ isKnown }) => isKnown)).toEqual([true, true, false, true, true, false]);
    expect(resolved[0]).toMatchObject({ name: "Weights" });
    expect(resolved[2]).toMatchObject({ suggestions: [{ id: accounts.equity }, {}] });
    const asked = simulator.requests.length;
    await clock.run(() => resolveReferences(references, referenceSource(names)));
    expect(simulator.requests).toHaveLength(asked);
  });
});
