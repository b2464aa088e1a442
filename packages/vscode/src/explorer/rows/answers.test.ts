import { knownGood } from "@analytics-engines/simulator";
import { describe, expect, it } from "vitest";
import { simulatedTree } from "../../../test/support/simulated-explorer.ts";
import { readAnswer } from "./children.ts";
import type { TreeItemData } from "./nodes.ts";

const { accounts, components, columns, configuration, documents } = knownGood();

const rows: readonly (readonly [string, TreeItemData, object])[] = [
  [
    "lookups.accounts.list",
    { kind: "directory", tree: "accounts", path: "Client:/Growth/" },
    { data: { directories: ["Regions"], accounts: expect.arrayContaining(["GLOBAL_EQUITY.ACCT"]) } },
  ],
  [
    "pa.documents.list",
    { kind: "directory", tree: "pa documents", path: "Client:/Income/" },
    { data: { documents: ["BOND_REVIEW"] } },
  ],
  [
    "spar.accounts.returnsType",
    { kind: "account", path: accounts.equity },
    { data: { returnsType: expect.any(Array) } },
  ],
  [
    "pa.components.list",
    { kind: "document", engine: "pa", path: documents.pa },
    { data: { [components.pa.weights]: { name: "Weights" } } },
  ],
  [
    "pa.components.get",
    { kind: "component", engine: "pa", id: components.pa.weights, name: "Weights", document: documents.pa },
    { data: { id: components.pa.weights, name: "Weights" } },
  ],
  [
    "vault.configurations.list",
    { kind: "configurations", path: accounts.equity },
    { data: { [configuration]: { name: expect.any(String) } } },
  ],
  [
    "vault.configurations.get",
    { kind: "configuration", id: configuration, name: "Official", account: accounts.equity },
    { data: { accounts: { [accounts.equity]: expect.anything() } } },
  ],
  ["spar.benchmarks.get", { kind: "benchmark", id: "BMK:WORLD", name: "World" }, { data: { name: "World Equity" } }],
  ["lookups.currencies.list", { kind: "list", list: "currencies" }, { data: { EUR: { name: "Euro" } } }],
  [
    "fi.discountCurves.list",
    { kind: "entry", list: "discount curves", id: "USD_GOV", name: "USD" },
    { data: { USD_GOV: { currency: "USD", category: "Government" } } },
  ],
  [
    "pa.columns.get",
    { kind: "entry", list: "columns", id: columns.totalReturn, name: "Port. Total Return" },
    { data: { name: "Port. Total Return" } },
  ],
  ["pa.linkedTemplates.list", { kind: "templates", sort: "linked" }, { data: {} }],
  ["pa.unlinkedTemplates.list", { kind: "template category", name: "Risk" }, { data: {} }],
  ["pa.templatedComponents.list", { kind: "template directory", path: "Personal:" }, { data: {} }],
];

describe("the raw answer about a row", () => {
  it.each(rows)("is the answer of %s", async (operation, item, answer) => {
    const { clock, client, simulator } = simulatedTree();
    expect(await clock.run(() => readAnswer(item, client))).toMatchObject(answer);
    expect(simulator.requests.map((request) => request.operation)).toEqual([operation]);
  });

  it.each([
    { kind: "document", engine: "pub", path: documents.pub },
    { kind: "strategy", engine: "axp", path: "Client:/S" },
    { kind: "section", section: "documents" },
  ] satisfies TreeItemData[])("is nothing where it has no answer of its own", async (item) => {
    const { client, simulator } = simulatedTree();
    expect(await readAnswer(item, client)).toBeUndefined();
    expect(simulator.requests).toEqual([]);
  });
});
