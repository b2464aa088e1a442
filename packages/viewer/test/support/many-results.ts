import { readFileSync } from "node:fs";
import type { Client } from "@analytics-engines/core";
import type { FamilyId } from "@analytics-engines/core/families";
import type { Table } from "@analytics-engines/core/results";
import { knownGood } from "@analytics-engines/simulator";
import { examplePath, officialResults } from "./official-results.ts";
import { type SimulatedJob, type SimulatedJobs, simulatedTables } from "./simulated.ts";

const good = knownGood();

/** More than a hundred results: those of each kind, and the same components with other accounts, details, frequencies and outputs. */
export async function manyResults(): Promise<Map<string, Table[]>> {
  const more = { ...portfolios(), ...returns(), ...optimizers(), ...screens() };
  return new Map([
    ...(await officialResults()),
    ...(await simulatedTables(more)),
    ...(await simulatedTables(templates)),
  ]);
}

/** A templated component of each component, by a linked template, and one by an unlinked template. */
async function templates({ pa }: Client): Promise<SimulatedJobs> {
  const { accounts, benchmarks, components, templateType } = good;
  const directory = "Personal:Templates/";
  const accountsAndBenchmarks = { accounts: [{ id: accounts.europe }], benchmarks: [{ id: benchmarks.europe }] };
  const parents: [string, string][] = [];
  for (const [name, parentComponentId] of Object.entries(components.pa)) {
    const { data } = await pa.linkedTemplates.create({ data: { directory, parentComponentId } });
    parents.push([name, data.data.id ?? ""]);
  }
  const { data } = await pa.unlinkedTemplates.create({ data: { directory, templateTypeId: templateType } });
  parents.push(["unlinked", data.data.id ?? ""]);
  const units: Record<string, object> = {};
  for (const [name, parentTemplateId] of parents) {
    const body = { data: { directory, parentTemplateId, componentData: accountsAndBenchmarks } };
    const { data: component } = await pa.templatedComponents.create(body);
    units[name] = { componentid: component.data.id, dates: { startdate: "-1Y", enddate: "0M", frequency: "Monthly" } };
  }
  return { templates: { family: "pa", body: { data: units } } };
}

function portfolios(): Record<string, SimulatedJob> {
  const { accounts, benchmarks, components, columns, groups } = good;
  const books = [
    { id: accounts.equity, benchmark: benchmarks.world },
    { id: accounts.europe, benchmark: benchmarks.europe },
  ];
  const units = Object.entries(components.pa).flatMap(([name, componentid]) =>
    ["SECURITIES", "GROUPS", "GROUPSALL", "TOTALS"].flatMap((componentdetail) =>
      books.map(({ id, benchmark }, book): [string, object] => [
        `${name} ${componentdetail} ${book}`,
        {
          componentid,
          componentdetail,
          accounts: [{ id }],
          benchmarks: [{ id: benchmark }],
          dates: { startdate: "-1Y", enddate: "0M", frequency: book === 0 ? "Monthly" : "Quarterly" },
        },
      ]),
    ),
  );
  const chosen = {
    componentid: components.pa.weights,
    accounts: [{ id: accounts.equity }],
    dates: { startdate: "-1Y", enddate: "0M", frequency: "Single" },
    columns: Object.values(columns).map((id) => ({ id })),
    groups: [{ id: groups.country }],
  };
  return { books: { family: "pa", body: { data: { ...Object.fromEntries(units), chosen } } } };
}

function returns(): Record<string, SimulatedJob> {
  const { accounts, components, configuration } = good;
  const frequencies = ["Monthly", "Quarterly", "Yearly"];
  const ofEach = (ids: object, unit: (componentid: string, dates: object) => object) =>
    Object.fromEntries(
      Object.entries(ids).flatMap(([name, id]) =>
        frequencies.map((frequency) => [
          `${name} ${frequency}`,
          unit(id, { startdate: "-3Y", enddate: "0M", frequency }),
        ]),
      ),
    );
  const spar = ofEach(components.spar, (componentid, dates) => ({
    componentid,
    accounts: [{ id: accounts.europe, returntype: "GTR" }],
    benchmark: { id: "WORLD", prefix: "BMK", returntype: "GTR" },
    dates,
  }));
  const vault = ofEach(components.vault, (componentid, dates) => ({
    componentid,
    account: { id: accounts.equity },
    configid: configuration,
    dates,
  }));
  return { spars: { family: "spar", body: { data: spar } }, vaults: { family: "vault", body: { data: vault } } };
}

const optimizerFiles: Partial<Record<FamilyId, string>> = {
  afi: "duration-match.afi.json",
  axp: "low-turnover.axp.json",
  bpm: "index-tracker.bpm.json",
  fpo: "balanced-target.fpo.json",
  npo: "equal-risk.npo.json",
};

/** Each optimizer with each list that it can give. */
function optimizers(): Record<string, SimulatedJob> {
  const lists = { identifierType: "Asset", includeCash: true };
  const outputs = {
    trades: { trades: lists },
    optimal: { optimal: { ...lists, excludeZero: false } },
    both: { trades: lists, optimal: { ...lists, excludeZero: true } },
  };
  return Object.fromEntries(
    Object.entries(optimizerFiles).flatMap(([family, file]) => {
      const { data }: { data: object } = JSON.parse(readFileSync(examplePath(file), "utf8"));
      return Object.entries(outputs).map(([name, outputTypes]) => [
        `${family} ${name}`,
        { family: family as FamilyId, body: { data: { ...data, outputTypes } } },
      ]);
    }),
  );
}

/** Formulas of a user, whose names say little. */
function screens(): Record<string, SimulatedJob> {
  const { data }: { data: Record<"prices", object> } = JSON.parse(
    readFileSync(examplePath("prices.quant.json"), "utf8"),
  );
  const formula = (expr: string, name: string) => ({ source: "ScreeningExpression", expr, name });
  const formulas = [
    [formula("PRICE", "Price")],
    [formula("MARKET_VALUE(0)", "A long name of a column that says nothing about its numbers at all")],
    [formula("PRICE", "x"), formula("MARKET_VALUE(0)", "Price")],
  ];
  const units = formulas.map((list, place) => [`formulas ${place}`, { ...data.prices, formulas: list }]);
  return { formulas: { family: "quant", body: { data: Object.fromEntries(units) } } };
}
