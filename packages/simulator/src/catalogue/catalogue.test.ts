import { describe, expect, it } from "vitest";
import { accountList, findAccount } from "./accounts.ts";
import { findBenchmark } from "./benchmarks.ts";
import { createCatalogue } from "./catalogue.ts";
import { componentList } from "./components.ts";
import { documentList } from "./documents.ts";
import { knownGood } from "./known-good.ts";

const today = () => new Date("2026-11-20T10:00:00Z");
const catalogue = createCatalogue({ today });
const optimizers = ["afi", "axp", "bpm", "fpo", "npo"] as const;
const documented = ["pa", "spar", "vault", "pub"] as const;

/** Every file under a root, found by listing alone. */
function walk(
  list: (path: string) => { files: readonly string[]; directories: readonly string[] } | undefined,
  path: string,
): string[] {
  const found = list(path);
  if (found === undefined) throw new Error(`${path} is not there`);
  const join = (name: string) => `${path}/${name}`;
  return [...found.files.map(join), ...found.directories.flatMap((name) => walk(list, join(name)))];
}

const accounts = (path: string) => {
  const found = catalogue.accounts(path);
  return found && { files: found.accounts, directories: found.directories };
};

describe("the catalogue's directories", () => {
  it("lead to every account, three levels deep, with one directory of 2,000", () => {
    const found = ["Client:", "Personal:", "Demo:"].flatMap((root) => walk(accounts, root));
    expect(found.sort()).toEqual(
      accountList()
        .map((account) => account.path)
        .sort(),
    );
    expect(found.every((path) => path.endsWith(".ACCT"))).toBe(true);
    expect(Math.max(...found.map((path) => path.split("/").length - 2))).toBe(3);
    expect(catalogue.accounts("Client:/Mandates")?.accounts).toHaveLength(2000);
  });

  it.each(documented)("lead to every document of %s", (family) => {
    const list = (path: string) => {
      const found = catalogue.documents(family, path);
      return found && { files: found.documents, directories: found.directories };
    };
    const found = ["Client:", "Personal:", "Demo:"].flatMap((root) => walk(list, root));
    expect(found.sort()).toEqual(
      documentList(family)
        .map((document) => document.path)
        .sort(),
    );
    expect(found.every((path) => catalogue.hasDocument(family, path.toUpperCase()))).toBe(true);
  });

  it.each(optimizers)("lead to strategies of %s", (family) => {
    const list = (path: string) => {
      const found = catalogue.strategies(family, path);
      return found && { files: found.documents, directories: found.directories };
    };
    const found = ["Client:", "Personal:", "Demo:"].flatMap((root) => walk(list, root));
    expect(found.length).toBeGreaterThanOrEqual(4);
    expect(found.every((path) => catalogue.hasStrategy(family, path))).toBe(true);
  });

  it("take paths loosely and answer nothing for what is not there", () => {
    expect(catalogue.accounts("CLIENT:growth/regions/")).toEqual(catalogue.accounts("Client:/Growth/Regions"));
    expect(catalogue.accounts("Client:/Nowhere")).toBeUndefined();
    expect(catalogue.accounts("Nowhere:")).toBeUndefined();
    expect(catalogue.documents("pa", "nonsense")).toBeUndefined();
    expect(catalogue.hasAccount("client:GROWTH/global_equity.acct")).toBe(true);
    expect(catalogue.hasAccount("bmk:world")).toBe(true);
    expect(catalogue.hasAccount("Client:/Growth/NOBODY.ACCT")).toBe(false);
    expect(catalogue.hasStrategy("axp", "Client:/Optimizer/DURATION_MATCH")).toBe(false);
  });
});

describe("components", () => {
  it.each(["pa", "spar", "vault"] as const)(
    "of %s are found from their documents, each with an id of its own",
    (family) => {
      const ids = documentList(family).flatMap((document) => {
        const held = catalogue.components(family, document.path);
        expect(Object.keys(held ?? {})).toHaveLength(document.components.length);
        return Object.keys(held ?? {});
      });
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toHaveLength(componentList(family).length);
      for (const id of ids) {
        expect(id).toMatch(/^[0-9A-F]{64}$/);
        expect(catalogue.component(family, id.toLowerCase())).toMatchObject({ id });
      }
      expect(catalogue.component(family, "0".repeat(64))).toBeUndefined();
      expect(catalogue.components(family, "Client:/NOTHING")).toBeUndefined();
    },
  );

  it("name accounts and benchmarks that exist", () => {
    for (const family of documented) {
      for (const document of documentList(family)) expect(findAccount(document.account)?.path).toBe(document.account);
    }
    for (const component of componentList("pa")) expect(findBenchmark(component.benchmark)).toBeDefined();
  });
});

describe("reference lists", () => {
  it("hold 500 columns with ids, found one by one", () => {
    const columns = catalogue.columns();
    expect(Object.keys(columns)).toHaveLength(500);
    const statistics = Object.keys(catalogue.columnStatistics());
    for (const [id, column] of Object.entries(columns)) {
      expect(id).toMatch(/^[0-9A-F]{64}$/);
      const { defaultstatisticsids, ...rest } = catalogue.column(id.toLowerCase()) ?? {};
      expect(rest).toEqual(column);
      expect(statistics).toEqual(expect.arrayContaining([...(defaultstatisticsids ?? [])]));
    }
    expect(statistics.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true);
    expect(catalogue.column("nothing")).toBeUndefined();
  });

  it("are narrowed by name, category and directory", () => {
    const weights = Object.values(catalogue.columns({ name: "ending weight" })).map((column) => column.name);
    expect(weights.sort()).toEqual([
      "Active Ending Weight",
      "Bench. Ending Weight",
      "Ending Weight",
      "Port. Ending Weight",
    ]);
    const category = Object.values(catalogue.columns({ category: "portfolio/valuation" }));
    expect(category.length).toBe(10);
    expect(category.every((column) => column.category === "Portfolio/Valuation")).toBe(true);
    expect(catalogue.columns({ directory: "Elsewhere" })).toEqual({});
    expect(Object.values(catalogue.pricingSources({ category: "Currency" }))).toHaveLength(2);
  });

  it("give frequencies, currencies, curves, groups and return types", () => {
    expect(Object.keys(catalogue.frequencies("pa"))).toContain("Single");
    expect(Object.keys(catalogue.frequencies("spar"))).not.toContain("Single");
    expect(Object.keys(catalogue.groupingFrequencies())).toContain("BeginningOfPeriod");
    expect(Object.keys(catalogue.groups()).every((id) => /^[0-9A-F]{64}$/.test(id))).toBe(true);
    const currencies = catalogue.currencies();
    expect(currencies["EUR"]).toEqual({ name: "Euro" });
    expect(Object.keys(currencies).length).toBeGreaterThan(150);
    for (const [code, { name }] of Object.entries(currencies)) {
      expect(code).toMatch(/^[A-Z]{3}$/);
      expect(name).not.toBe("");
    }
    expect(Object.values(catalogue.discountCurves("eur") ?? {}).every((curve) => curve.currency === "EUR")).toBe(true);
    expect(catalogue.discountCurves("VUV")).toEqual({});
    expect(catalogue.discountCurves("QQQ")).toBeUndefined();
    expect(catalogue.returnTypes("client:growth/GLOBAL_EQUITY.acct")?.returnsType[0]).toEqual({
      name: "Gross Total Return",
      id: "GTR",
    });
    expect(catalogue.returnTypes("Client:/NOBODY.ACCT")).toBeUndefined();
    expect(catalogue.benchmark("world")?.identifiers[0]).toEqual({ id: "WORLD", returntype: "GTR", prefix: "BMK" });
    expect(catalogue.benchmark("NOTHING")).toBeUndefined();
  });

  it("give each account's vault configurations", () => {
    const account = knownGood().accounts.equity;
    const held = catalogue.configurations(account) ?? {};
    for (const [id, { name }] of Object.entries(held)) {
      expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      const configuration = catalogue.configuration(id.toUpperCase());
      expect(configuration?.name).toBe(name);
      expect(configuration?.accounts[account]).toMatchObject({ minStartDate: "20100101", maxEndDate: "20261030" });
    }
    expect(Object.keys(held)).toHaveLength(2);
    expect(catalogue.configurations("Client:/NOBODY.ACCT")).toBeUndefined();
    expect(catalogue.configuration("nothing")).toBeUndefined();
  });

  it("give template types whose columns and groups exist", () => {
    for (const [id, { name }] of Object.entries(catalogue.templateTypes())) {
      const type = catalogue.templateType(id.toLowerCase());
      expect(type).toMatchObject({ id, name });
      for (const column of type?.columns ?? []) expect(catalogue.column(column.id)?.name).toBe(column.name);
      for (const group of type?.groups ?? []) expect(catalogue.groups()[group.id]?.name).toBe(group.name);
    }
    expect(catalogue.templateType("nothing")).toBeUndefined();
  });
});

describe("date conversion", () => {
  const { weights, contribution } = knownGood().components.pa;
  const account = knownGood().accounts.equity;

  it("makes relative dates absolute; a snapshot starts where it ends", () => {
    const dates = { startdate: "-1AY", enddate: "0M", account };
    expect(catalogue.convertDates("pa", { ...dates, componentid: contribution })).toEqual({
      startdate: "20251120",
      enddate: "20261030",
    });
    expect(catalogue.convertDates("pa", { ...dates, componentid: weights })).toEqual({
      startdate: "20261030",
      enddate: "20261030",
    });
    expect(
      catalogue.convertDates("pa", { enddate: "20261031", startdate: "20261001", account, componentid: contribution }),
    ).toEqual({
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
    expect(catalogue.convertDates("pa", query)).toEqual({ parameter, problem });
  });
});

it("has known good names that it knows", () => {
  const known = knownGood();
  for (const id of [...Object.values(known.accounts), ...Object.values(known.benchmarks)])
    expect(catalogue.hasAccount(id)).toBe(true);
  for (const family of documented) expect(catalogue.hasDocument(family, known.documents[family])).toBe(true);
  for (const family of ["pa", "spar", "vault"] as const) {
    for (const id of Object.values(known.components[family])) expect(catalogue.component(family, id)).toBeDefined();
  }
  for (const family of optimizers) expect(catalogue.hasStrategy(family, known.strategies[family])).toBe(true);
  for (const id of Object.values(known.columns)) expect(catalogue.column(id)).toBeDefined();
  for (const id of Object.values(known.groups)) expect(catalogue.groups()[id]).toBeDefined();
  expect(catalogue.configuration(known.configuration)).toBeDefined();
  expect(catalogue.hasDocument("pa", known.optimizerDocument)).toBe(true);
  expect(catalogue.pricingSources()[known.pricingSource]).toBeDefined();
  expect(catalogue.templateType(known.templateType)).toBeDefined();
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
