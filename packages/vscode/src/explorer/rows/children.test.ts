import { families, optimizerIds } from "@analytics-engines/core/basics";
import { knownGood } from "@analytics-engines/simulator";
import { describe, expect, it } from "vitest";
import { emptyState, simulatedTree } from "../../../test/support/simulated-explorer.ts";
import type { ExplorerNode } from "./nodes.ts";
import { labelOf } from "./presentation.ts";

describe("the tree", () => {
  it("starts without a request", async () => {
    const tree = simulatedTree();
    const top = tree.branch.top();
    expect(top.map(({ item }) => labelOf(item))).toEqual([
      "Accounts",
      "Documents",
      "Strategies",
      "Templates",
      "Reference Data",
    ]);
    const [accounts, documents, strategies, templates, reference] = await Promise.all(
      top.map((node) => tree.branch.visibleRows(node)),
    );
    const labels = (rows: readonly ExplorerNode[] = []) => rows.map(({ item }) => labelOf(item));
    expect(labels(accounts)).toEqual(["Client:", "Personal:", "Demo:"]);
    expect(labels(documents)).toEqual(["Portfolio Analysis", "Style, Performance and Risk", "Vault", "Publisher"]);
    expect(labels(strategies)).toEqual(optimizerIds.map((engine) => families[engine].title));
    expect(labels(templates)).toEqual(["Linked", "Unlinked", "Templated Components"]);
    expect(labels(reference)).toEqual([
      "Columns",
      "Groups",
      "Frequencies",
      "Currencies",
      "Pricing Sources",
      "Configurations by Account",
      "Benchmarks",
      "Discount Curves",
      "Calendars",
      "Commentary Configurations",
      "Peer Universes",
    ]);
    expect(tree.simulator.requests).toEqual([]);
  });

  it("lists accounts by directory with one request each, directories first", async () => {
    const tree = simulatedTree();
    expect(await tree.labels(await tree.at("Accounts", "Client:", "Growth"))).toEqual([
      "Regions",
      "CONCENTRATED_TEN.ACCT",
      "GLOBAL_EQUITY_HEDGED.ACCT",
      "GLOBAL_EQUITY.ACCT",
      "SMALL_COMPANIES.ACCT",
    ]);
    expect(tree.simulator.requests.map(({ operation }) => operation)).toEqual([
      "lookups.accounts.list",
      "lookups.accounts.list",
    ]);
  });

  it.each([
    ["Portfolio Analysis", "WEEKLY_REVIEW", "2 Factor Attribution"],
    ["Style, Performance and Risk", "STYLE_AND_RISK", "Returns over Time"],
    ["Vault", "OFFICIAL_RETURNS", "2 Factor Attribution"],
  ])("has the components of a document of %s", async (engine, document, component) => {
    const tree = simulatedTree();
    const node = await tree.at("Documents", engine, "Client:", "Growth", document);
    expect((await tree.labels(node))[0]).toBe(component);
  });

  it("has the documents of Publisher, with nothing below them", async () => {
    const tree = simulatedTree();
    const node = await tree.at("Documents", "Publisher", "Client:", "Reports", "MONTHLY_BOOK.PUB_PDF");
    const count = tree.simulator.requests.length;
    expect(await tree.shown(node)).toEqual([]);
    expect(tree.simulator.requests).toHaveLength(count);
  });

  it.each(optimizerIds)("has the strategies of %s", async (engine) => {
    const tree = simulatedTree();
    const name = knownGood().strategies[engine].split("/").at(-1) ?? "";
    const node = await tree.at("Strategies", families[engine].title, "Client:", "Optimizer", name);
    expect(node.item).toEqual({ kind: "strategy", engine, path: knownGood().strategies[engine] });
  });

  it.each([
    ["Columns", "Port. Total Return", 1],
    ["Groups", "Sector", 1],
    ["Currencies", "Euro", 1],
    // Requests their directories first.
    ["Pricing Sources", "", 3],
    ["Discount Curves", "USD Swap Curve", 1],
  ])("has the list of %s, sorted by name, in as few requests as the service allows", async (list, name, requests) => {
    const tree = simulatedTree();
    const node = await tree.at("Reference Data", list);
    const entries = await tree.branch.entries(node);
    const names = entries.map(({ item }) => labelOf(item));
    expect(names.length).toBeGreaterThan(2);
    const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
    expect(names).toEqual(names.toSorted(compare));
    expect(names.some((one) => one.includes(name))).toBe(true);
    expect(tree.simulator.requests).toHaveLength(requests);
  });

  it("has calendars, commentary configurations and peer universes from all directories and categories", async () => {
    const tree = simulatedTree();
    const labels = async (list: string) => {
      const entries = await tree.branch.entries(await tree.at("Reference Data", list));
      return entries.map(({ item }) => labelOf(item));
    };
    expect(await labels("Calendars")).toEqual(["Five Day", "Seven Day"]);
    expect(await labels("Commentary Configurations")).toHaveLength(3);
    expect(await labels("Peer Universes")).toEqual([
      "Core Bond",
      "Global Equity",
      "Large Growth",
      "Large Value",
      "Pension Plans",
    ]);
  });

  it("has the frequencies of each engine", async () => {
    const tree = simulatedTree();
    const frequencies = await tree.at("Reference Data", "Frequencies");
    for (const list of await tree.shown(frequencies)) expect((await tree.shown(list)).length).toBeGreaterThan(1);
    expect(tree.simulator.requests).toHaveLength(4);
  });

  it("has the configurations of each account", async () => {
    const tree = simulatedTree();
    const way = ["Reference Data", "Configurations by Account", "Client:", "Income", "GLOBAL_BOND.ACCT"];
    expect(await tree.labels(await tree.at(...way))).toEqual(["Bond Desk", "Official Returns", "Preliminary Returns"]);
  });

  it("has the benchmarks and directories of the user, and a row to add more", async () => {
    const tree = simulatedTree(
      {},
      {
        benchmarks: [{ kind: "benchmark", id: "BMK:WORLD", name: "World Equity" }],
        templateDirectories: ["Personal:Components/"],
      },
    );
    expect(await tree.labels(await tree.at("Reference Data", "Benchmarks"))).toEqual([
      "World Equity",
      "Look up a benchmark...",
    ]);
    const components = await tree.at("Templates", "Templated Components");
    expect(await tree.labels(components)).toEqual(["Personal:Components/", "Show a directory..."]);
    expect(tree.simulator.requests).toEqual([]);
  });

  it("has linked templates, unlinked ones by the category of their type, and templated components by directory", async () => {
    const directory = "Personal:Components/";
    const tree = simulatedTree({}, { ...emptyState, templateDirectories: [directory] });
    const { client, clock } = tree;
    const content = { mandatory: ["accounts" as const] };
    await clock.run(async () => {
      const { components, templateType } = knownGood();
      const parentComponentId = components.pa.weights;
      const linked = { directory: "Personal:Templates/", parentComponentId, content, description: "of weights" };
      const created = await client.pa.linkedTemplates.create({ data: linked });
      const unlinked = { directory: "Personal:Templates/", templateTypeId: templateType, content };
      await client.pa.unlinkedTemplates.create({ data: unlinked });
      const parentTemplateId = created.data.data.id ?? "";
      const data = { directory, parentTemplateId, componentData: { accounts: [{ id: knownGood().accounts.small }] } };
      await client.pa.templatedComponents.create({ data });
    });
    const [linked] = await tree.shown(await tree.at("Templates", "Linked"));
    expect(linked?.item).toMatchObject({
      kind: "template",
      sort: "linked",
      name: "Weights",
      description: "of weights",
    });
    const categories = await tree.labels(await tree.at("Templates", "Unlinked"));
    expect(categories).toEqual(["Attribution", "Characteristics", "Contribution", "Fixed Income", "Risk", "Weights"]);
    const [unlinked] = await tree.shown(await tree.at("Templates", "Unlinked", "Weights"));
    expect(unlinked?.item).toMatchObject({ kind: "template", sort: "unlinked", category: "Weights" });
    expect(await tree.labels(await tree.at("Templates", "Unlinked", "Risk"))).toEqual(["No entries"]);
    const [component] = await tree.shown(await tree.at("Templates", "Templated Components", directory));
    expect(component?.item).toMatchObject({ kind: "template", sort: "component", directory });
  });
});
