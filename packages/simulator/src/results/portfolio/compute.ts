import { formatDay } from "@analytics-engines/core/parameters";
import { companionOf, configurationsOf, findConfiguration } from "../../catalogue/accounts.ts";
import type { ComponentEntry } from "../../catalogue/components.ts";
import { pricingSources } from "../../catalogue/lists.ts";
import { type Fields, fieldsOf, type ResultRequest, requireValue } from "../request.ts";
import type { ResultTable, ResultTables } from "../stach/table.ts";
import { needsBenchmark } from "./columns.ts";
import { exportedDetail, exportedTable, joinsAccounts } from "./exported.ts";
import { columnsOf, componentOf, currencyOf, detailFor, groupsOf, holdingsFor, idsOf, spanOf } from "./request.ts";
import { type PortfolioTable, portfolioTable } from "./table.ts";

/** The tables of a `pa` unit: one for each account, against the benchmark at its place or the first. */
export function paTables({ unit: parameters, templated, seed, today }: ResultRequest): ResultTables {
  const unit = fieldsOf(parameters);
  const component = templated ?? componentOf("pa", unit);
  const accounts = idsOf(unit.objects("accounts"), [component.document.account]);
  const benchmarks = idsOf(unit.objects("benchmarks"), unit.has("benchmarks") ? [] : [component.benchmark]);
  const sources = pricingSourcesOf(unit);
  const tableAccounts = joinsAccounts(component.layout) ? [accounts] : accounts.map((account) => [account]);
  const tables = tableAccounts.map((accounts, index) => {
    const benchmark = benchmarks[index] ?? benchmarks[0];
    return oneTable({ component, unit, accounts, benchmark, sources, seed, today });
  });
  const lacksBenchmark =
    benchmarks.length === 0 && columnsOf(unit, component).some(({ column }) => needsBenchmark(column));
  return {
    tables,
    warnings: lacksBenchmark ? accounts.map((account) => `No benchmark for account ${account}, data will be NA`) : [],
  };
}

/** The table of a `vault` unit. */
export function vaultTables({ unit: parameters, seed, today }: ResultRequest): ResultTable[] {
  const unit = fieldsOf(parameters);
  const component = componentOf("vault", unit);
  const account = unit.object("account").text("id") ?? component.document.account;
  const id = unit.text("configid") ?? "";
  const configuration = requireValue(findConfiguration(id, today), `Invalid configuration identifier:${id}`);
  holdingsFor(account, "account", seed);
  requireValue(
    configurationsOf(account)?.[id.toLowerCase()],
    `Account ${account} is not in configuration ${configuration.name}`,
  );
  const sources = { "Vault Configuration": [configuration.name] };
  const companion = joinsAccounts(component.layout) ? companionOf(account) : undefined;
  const accounts = companion === undefined ? [account] : [account, companion];
  return [oneTable({ component, unit, accounts, benchmark: component.benchmark, sources, seed, today })];
}

interface Asked {
  readonly component: ComponentEntry;
  readonly unit: Fields;
  readonly accounts: readonly string[];
  readonly benchmark: string | undefined;
  readonly sources: ResultTable["metadata"];
  readonly seed: number;
  readonly today: Date;
}

function oneTable({ component, unit, accounts, benchmark, sources, seed, today }: Asked): ResultTable {
  const { snapshot, overTime, layout } = component;
  const saved = { start: "-1AY", end: "0", frequency: component.frequency, snapshot: snapshot && !overTime };
  const span = spanOf(unit.object("dates"), saved, today);
  const currency = currencyOf(unit, component.currency);
  const portfolios = accounts.map((account) => holdingsFor(account, "account", seed));
  const portfolio = requireValue(portfolios[0], "No accounts");
  const against = benchmark === undefined ? undefined : holdingsFor(benchmark, "benchmark", seed);
  const metadata = {
    "Absolute End Date": [formatDay(span.end)],
    "Absolute Start Date": [formatDay(span.start)],
    Accounts: portfolios.map(({ name }) => name),
    ...(against ? { Benchmark: [against.name] } : {}),
    "Benchmark Holdings As Of Date": against ? [`${against.name} ${formatDay(span.end)}`] : [],
    Calendar: [span.calendar],
    "Component Id": [component.id],
    "Component Name": [component.name],
    "Currency ISO Code": [currency],
    "Document Name": [component.document.path],
    "Portfolio Holdings As Of Date": portfolios.map(({ name }) => `${name} ${formatDay(span.end)}`),
    "Report Frequency": [span.frequency],
    ...sources,
  };
  const request: PortfolioTable = {
    ...span,
    portfolio,
    benchmark: against,
    frequency: overTime && span.frequency !== "Single" ? span.frequency : undefined,
    currency,
    groups: groupsOf(unit, component),
    columns: columnsOf(unit, component),
    detail: layout && !unit.has("componentdetail") ? exportedDetail(layout) : detailFor(unit, component),
    metadata,
    seed,
  };
  return layout ? exportedTable(request, layout, portfolios) : portfolioTable(request);
}

function pricingSourcesOf(unit: Fields): ResultTable["metadata"] {
  const sources = unit.object("datasources");
  const names = (property: string): string[] => {
    const requestedSources = sources.objects(property);
    if (requestedSources.length === 0) return ["Closing Prices - Equity|Evaluated Prices - Bonds"];
    const sourceNames = requestedSources.map((source) => {
      const id = source.text("id") ?? "";
      return requireValue(pricingSources()[id.toUpperCase()], `Invalid pricing source identifier:${id}`).name;
    });
    return [sourceNames.join("|")];
  };
  const portfolio = names("portfoliopricingsources");
  const same = sources.flag("useportfoliopricingsourcesforbenchmark");
  return {
    "Portfolio Pricing Sources": portfolio,
    "Benchmark Pricing Sources": same ? portfolio : names("benchmarkpricingsources"),
  };
}

// Each function reads one part of a request. The component's saved setting is the default.
