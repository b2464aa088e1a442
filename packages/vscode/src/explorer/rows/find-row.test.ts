import { knownGood } from "@analytics-engines/simulator";
import { describe, expect, it } from "vitest";
import { simulatedTree } from "../../../test/support/simulated-explorer.ts";
import type { ServiceResource } from "../../services/resources.ts";
import { findRow } from "./find-row.ts";

const { accounts, columns, components, configuration, documents, strategies } = knownGood();

describe("findRow", () => {
  it.each<[string, ServiceResource, number]>([
    ["an account", { kind: "account", path: accounts.europe }, 3],
    ["a document", { kind: "document", engine: "pa", path: documents.pa }, 2],
    ["a strategy", { kind: "strategy", engine: "axp", path: strategies.axp }, 2],
    [
      "a component",
      {
        kind: "component",
        engine: "pa",
        id: components.pa.weights,
        name: "Weights",
        document: `${documents.pa};tile0`,
      },
      3,
    ],
    ["a column", { kind: "entry", list: "columns", id: columns.totalReturn, name: "Port. Total Return" }, 1],
    ["a frequency", { kind: "entry", list: "pa frequencies", id: "Monthly", name: "Monthly" }, 1],
    ["a configuration", { kind: "configuration", id: configuration, name: "any", account: accounts.equity }, 3],
  ])("finds %s with the requests of the rows on the way", async (_what, target, requests) => {
    const { branch, clock, simulator } = simulatedTree();
    const run = <T>(work: Promise<T>) => clock.run(work);
    expect((await run(findRow(branch, target)))?.item).toMatchObject({ kind: target.kind });
    expect(simulator.requests).toHaveLength(requests);
  });

  it("finds nothing for what the service does not have", async () => {
    const { branch, clock } = simulatedTree();
    const run = <T>(work: Promise<T>) => clock.run(work);
    expect(await run(findRow(branch, { kind: "account", path: "Client:/Nowhere/NOTHING.ACCT" }))).toBeUndefined();
    expect(await run(findRow(branch, { kind: "benchmark", id: "BMK:WORLD", name: "World" }))).toBeUndefined();
  });
});
