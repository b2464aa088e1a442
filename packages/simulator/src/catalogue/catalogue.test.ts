import { describe, expect, it } from "vitest";
import { convertDates, type DateConversion } from "../routes/reference.ts";
import {
  accountTree,
  benchmarkPayload,
  configurationsOf,
  findAccount,
  findBenchmark,
  findConfiguration,
  isAccountOrBenchmark,
} from "./accounts.ts";
import {
  catalogueColumns,
  columnPayload,
  columnStatistics,
  findTemplateType,
  groupingFrequencies,
  groupsById,
  templateTypes,
} from "./columns.ts";
import { componentList, componentsIn, findComponent } from "./components.ts";
import { documentTree, findDocument, type PathTree, strategyTree } from "./documents.ts";
import { knownGood } from "./known-good.ts";
import { currencies, discountCurvesOf, frequenciesOf, pricingSources, pricingSourcesOf } from "./lists.ts";

const today = new Date("2026-11-20T10:00:00Z");
const optimizers = ["afi", "axp", "bpm", "fpo", "npo"] as const;
const documented = ["pa", "spar", "vault", "pub"] as const;

/** Every file under a root, found by listing alone. */
function walk(tree: PathTree, path: string): string[] {
  const found = tree.list(path);
  if (found === undefined) throw new Error(`${path} is not there`);
  const join = (name: string) => `${path}/${name}`;
  return [...found.files.map(join), ...found.directories.flatMap((name) => walk(tree, join(name)))];
}

const walkAll = (tree: PathTree) => ["Client:", "Personal:", "Demo:"].flatMap((root) => walk(tree, root));
const pathsOf = (files: readonly { readonly path: string }[]) => files.map(({ path }) => path).sort();

describe("the catalogue's directories", () => {
  it("lead to every account, three levels deep, with one directory of 2,000", () => {
    const found = walkAll(accountTree());
    expect(found.sort()).toEqual(pathsOf(accountTree().files));
    expect(found.every((path) => path.endsWith(".ACCT"))).toBe(true);
    expect(Math.max(...found.map((path) => path.split("/").length - 2))).toBe(3);
    expect(accountTree().list("Client:/Mandates")?.files).toHaveLength(2000);
  });

  it.each(documented)("lead to every document of %s", (family) => {
    const found = walkAll(documentTree(family));
    expect(found.sort()).toEqual(pathsOf(documentTree(family).files));
    expect(found.every((path) => findDocument(family, path.toUpperCase())?.path === path)).toBe(true);
  });

  it.each(optimizers)("lead to strategies of %s", (family) => {
    const found = walkAll(strategyTree(family));
    expect(found.length).toBeGreaterThanOrEqual(4);
    expect(found.every((path) => strategyTree(family).find(path)?.path === path)).toBe(true);
  });

  it("take paths loosely and answer nothing for what is not there", () => {
    expect(accountTree().list("CLIENT:growth/regions/")).toEqual(accountTree().list("Client:/Growth/Regions"));
    expect(accountTree().list("Client:/Nowhere")).toBeUndefined();
    expect(accountTree().list("Nowhere:")).toBeUndefined();
    expect(documentTree("pa").list("nonsense")).toBeUndefined();
    expect(isAccountOrBenchmark("client:GROWTH/global_equity.acct")).toBe(true);
    expect(isAccountOrBenchmark("bmk:world")).toBe(true);
    expect(isAccountOrBenchmark("Client:/Growth/NOBODY.ACCT")).toBe(false);
    expect(strategyTree("axp").find("Client:/Optimizer/DURATION_MATCH")).toBeUndefined();
  });
});

describe("components", () => {
  it.each(["pa", "spar", "vault"] as const)(
    "of %s are found from their documents, each with an id of its own",
    (family) => {
      const ids = documentTree(family).files.flatMap((document) => {
        const held = componentsIn(family, document.path);
        expect(Object.keys(held ?? {})).toHaveLength(document.components.length);
        return Object.keys(held ?? {});
      });
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toHaveLength(componentList(family).length);
      for (const id of ids) {
        expect(id).toMatch(/^[0-9A-F]{64}$/);
        expect(findComponent(family, id.toLowerCase())).toMatchObject({ id });
      }
      expect(findComponent(family, "0".repeat(64))).toBeUndefined();
      expect(componentsIn(family, "Client:/NOTHING")).toBeUndefined();
    },
  );

  it("name accounts and benchmarks that exist", () => {
    for (const family of documented) {
      for (const document of documentTree(family).files)
        expect(findAccount(document.account)?.path).toBe(document.account);
    }
    for (const component of componentList("pa")) expect(findBenchmark(component.benchmark)).toBeDefined();
  });
});

describe("reference lists", () => {
  it("hold 508 columns with ids, found one by one", () => {
    const columns = catalogueColumns({});
    expect(Object.keys(columns)).toHaveLength(508);
    const statistics = Object.keys(columnStatistics());
    for (const [id, column] of Object.entries(columns)) {
      expect(id).toMatch(/^[0-9A-F]{64}$/);
      const { defaultstatisticsids, ...rest } = columnPayload(id.toLowerCase()) ?? {};
      expect(rest).toEqual(column);
      expect(statistics).toEqual(expect.arrayContaining([...(defaultstatisticsids ?? [])]));
    }
    expect(statistics.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true);
    expect(columnPayload("nothing")).toBeUndefined();
  });

  it("are narrowed by name, category and directory", () => {
    const weights = Object.values(catalogueColumns({ name: "ending weight" })).map((column) => column.name);
    expect(weights.sort()).toEqual([
      "Active Ending Weight",
      "Bench. Ending Weight",
      "Ending Weight",
      "Port. Ending Weight",
    ]);
    const category = Object.values(catalogueColumns({ category: "portfolio/valuation" }));
    expect(category.length).toBe(10);
    expect(category.every((column) => column.category === "Portfolio/Valuation")).toBe(true);
    expect(catalogueColumns({ directory: "Elsewhere" })).toEqual({});
    expect(Object.values(pricingSourcesOf({ category: "Currency" }))).toHaveLength(2);
  });

  it("give frequencies, currencies, curves, groups and benchmarks", () => {
    expect(Object.keys(frequenciesOf("pa"))).toContain("Single");
    expect(Object.keys(frequenciesOf("spar"))).not.toContain("Single");
    expect(Object.keys(groupingFrequencies)).toContain("BeginningOfPeriod");
    expect(Object.keys(groupsById()).every((id) => /^[0-9A-F]{64}$/.test(id))).toBe(true);
    const known = currencies();
    expect(known["EUR"]).toEqual({ name: "Euro" });
    expect(Object.keys(known).length).toBeGreaterThan(150);
    for (const [code, { name }] of Object.entries(known)) {
      expect(code).toMatch(/^[A-Z]{3}$/);
      expect(name).not.toBe("");
    }
    expect(Object.values(discountCurvesOf("eur") ?? {}).every((curve) => curve.currency === "EUR")).toBe(true);
    expect(discountCurvesOf("VUV")).toEqual({});
    expect(discountCurvesOf("QQQ")).toBeUndefined();
    expect(benchmarkPayload("world")?.identifiers[0]).toEqual({ id: "WORLD", returntype: "GTR", prefix: "BMK" });
    expect(benchmarkPayload("NOTHING")).toBeUndefined();
  });

  it("give each account's vault configurations", () => {
    const account = knownGood().accounts.equity;
    const held = configurationsOf(account) ?? {};
    for (const [id, { name }] of Object.entries(held)) {
      expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      const configuration = findConfiguration(id.toUpperCase(), today);
      expect(configuration?.name).toBe(name);
      expect(configuration?.accounts[account]).toMatchObject({ minStartDate: "20100101", maxEndDate: "20261030" });
    }
    expect(Object.keys(held)).toHaveLength(2);
    expect(configurationsOf("Client:/NOBODY.ACCT")).toBeUndefined();
    expect(findConfiguration("nothing", today)).toBeUndefined();
  });

  it("give template types whose columns and groups exist", () => {
    for (const [id, { name }] of Object.entries(templateTypes())) {
      const type = findTemplateType(id.toLowerCase());
      expect(type).toMatchObject({ id, name });
      for (const column of type?.columns ?? []) expect(columnPayload(column.id)?.name).toBe(column.name);
      for (const group of type?.groups ?? []) expect(groupsById()[group.id]?.name).toBe(group.name);
    }
    expect(findTemplateType("nothing")).toBeUndefined();
  });
});

describe("date conversion", () => {
  const { weights, contribution } = knownGood().components.pa;
  const account = knownGood().accounts.equity;
  const convert = (query: DateConversion) => convertDates("pa", query, today);

  it("makes relative dates absolute; a snapshot starts where it ends", () => {
    const dates = { startdate: "-1AY", enddate: "0M", account };
    expect(convert({ ...dates, componentid: contribution })).toEqual({
      startdate: "20251120",
      enddate: "20261030",
    });
    expect(convert({ ...dates, componentid: weights })).toEqual({
      startdate: "20261030",
      enddate: "20261030",
    });
    expect(convert({ enddate: "20261031", startdate: "20261001", account, componentid: contribution })).toEqual({
      startdate: "20261001",
      enddate: "20261031",
    });
  });

  it.each([
    [{ enddate: "0", componentid: "nope", account }, "componentid", "Invalid component identifier: nope"],
    [{ enddate: "0", componentid: contribution, account: "nobody" }, "account", "Account name: nobody fetch failed"],
    [{ enddate: "20240231", componentid: contribution, account }, "enddate", "Invalid end date input"],
    [{ enddate: "0", startdate: "soon", componentid: contribution, account }, "startdate", "Invalid start date input"],
    [
      { enddate: "20240101", startdate: "20240201", componentid: contribution, account },
      "startdate",
      "Start date 20240201 is after end date 20240101",
    ],
  ])("says what is wrong and where (%#)", (query, parameter, problem) => {
    expect(convert(query)).toEqual({ parameter, problem });
  });
});

it("has known good names that it knows", () => {
  const known = knownGood();
  for (const id of [...Object.values(known.accounts), ...Object.values(known.benchmarks)])
    expect(isAccountOrBenchmark(id)).toBe(true);
  for (const family of documented) expect(findDocument(family, known.documents[family])).toBeDefined();
  for (const family of ["pa", "spar", "vault"] as const) {
    for (const id of Object.values(known.components[family])) expect(findComponent(family, id)).toBeDefined();
  }
  for (const family of optimizers) expect(strategyTree(family).find(known.strategies[family])).toBeDefined();
  for (const id of Object.values(known.columns)) expect(columnPayload(id)).toBeDefined();
  for (const id of Object.values(known.groups)) expect(groupsById()[id]).toBeDefined();
  expect(findConfiguration(known.configuration, today)).toBeDefined();
  expect(findDocument("pa", known.optimizerDocument)).toBeDefined();
  expect(pricingSources()[known.pricingSource]).toBeDefined();
  expect(findTemplateType(known.templateType)).toBeDefined();
});

it("keeps the ids of the examples: parameter files that were written with them go on working", () => {
  expect(knownGood().components.pa.weights).toBe("D53D3CEE248C7AE310F1C18BAD9465F7B24462654EE111BEC2E0066603598FDC");
  expect(knownGood().components.spar.returns).toBe("C2D991E4A8DEB2820B1CA1C88191B05D1C98A0798D093544E2166DE572495136");
  expect(knownGood().components.vault.totalReturns).toBe(
    "2F2687BE06081D9B9D8C04C7128CA2159B99A9AF15062764B7391FE723BEB65C",
  );
  expect(knownGood().columns.endingWeight).toBe("5759E66CE1BD08DD2EF38B34AC927D653927185EC10E0EAA00C3C313D485C41B");
  expect(knownGood().configuration).toBe("547938ef-632e-58a2-a938-8752bb208d1b");
});
