import type { ComponentFamilyId } from "@analytics-engines/core/basics";
import { calendarOf, type Day, formatDay, resolveDate } from "@analytics-engines/core/parameters";
import { companionOf, configurationsOf, findConfiguration } from "../../catalogue/accounts.ts";
import {
  columnNamed,
  findColumn,
  findGroup,
  type GroupEntry,
  groupBy,
  isGroupingFrequency,
  statisticOf,
} from "../../catalogue/columns.ts";
import { type ComponentEntry, findComponent } from "../../catalogue/components.ts";
import { currencies, findFrequency, pricingSources } from "../../catalogue/lists.ts";
import { type Fields, fieldsOf, ParameterProblem, type ResultRequest, requireValue } from "../request.ts";
import type { ResultTable, ResultTables } from "../stach/table.ts";
import { needsBenchmark, type RequestedColumn } from "./columns.ts";
import { exportedDetail, exportedTable, joinsAccounts } from "./exported.ts";
import { type Holdings, holdingsOf } from "./holdings.ts";
import { type Detail, details, type PortfolioTable, portfolioTable } from "./table.ts";

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

export function componentOf(family: ComponentFamilyId, unit: Fields): ComponentEntry {
  const id = unit.text("componentid") ?? "";
  return requireValue(findComponent(family, id), `Invalid component identifier:${id}`);
}

export function holdingsFor(id: string, what: "account" | "benchmark", seed: number): Holdings {
  return requireValue(holdingsOf(id, seed), `Invalid ${what} identifier:${id}`);
}

export function currencyOf(unit: Fields, saved: string): string {
  const requestedCode = unit.text("currencyisocode") ?? saved;
  const code = requestedCode.toUpperCase();
  if (currencies()[code] === undefined) throw new ParameterProblem(`Invalid currency ISO code:${requestedCode}`);
  return code;
}

export type Span = Readonly<ReturnType<typeof spanOf>>;

interface SavedDates {
  readonly start: string;
  readonly end: string;
  readonly frequency: string;
  /** The period starts where it ends, whatever start the request has. */
  readonly snapshot: boolean;
}

/** The dates of a unit as days. */
export function spanOf(dates: Fields, saved: SavedDates, today: Date) {
  const calendar = calendarOf(dates.text("calendar"));
  const day = (name: "startdate" | "enddate", usual: string): Day => {
    const text = dates.text(name) ?? usual;
    const problem = `Invalid ${name === "enddate" ? "end" : "start"} date:${text}`;
    return requireValue(resolveDate(text, { today, calendar }), problem);
  };
  const frequencyName = dates.text("frequency") ?? saved.frequency;
  const frequency = requireValue(findFrequency(frequencyName), `Invalid frequency:${frequencyName}`);
  const end = day("enddate", saved.end);
  const start = day("startdate", saved.snapshot ? formatDay(end) : saved.start);
  if (start > end) {
    throw new ParameterProblem(`Start date ${formatDay(start)} is after end date ${formatDay(end)}`);
  }
  return { start: saved.snapshot ? end : start, end, frequency, calendar };
}

export function groupsOf(unit: Fields, component: ComponentEntry): GroupEntry[] {
  if (!unit.has("groups")) return component.groups.map(groupBy);
  return unit.objects("groups").map((requestedGroup) => {
    const id = requestedGroup.text("id") ?? "";
    const group = requireValue(findGroup(id), `Invalid group identifier:${id}`);
    const frequency = requestedGroup.text("frequency");
    if (frequency !== undefined && !isGroupingFrequency(frequency)) {
      throw new ParameterProblem(`Invalid grouping frequency:${frequency}`);
    }
    return group;
  });
}

export function columnsOf(unit: Fields, component: ComponentEntry): RequestedColumn[] {
  const requestedColumns = unit.objects("columns");
  if (requestedColumns.length === 0) return component.columns.map(usualColumn);
  return requestedColumns.flatMap((one) => {
    const id = one.text("id") ?? "";
    const column = requireValue(findColumn(id), `Invalid column identifier:${id}`);
    const statistics = one.texts("statistics");
    if (statistics.length === 0) return [usualColumn(column.name)];
    return statistics.map((name) => {
      const statistic = requireValue(statisticOf(name), `Invalid column statistic identifier:${name}`);
      return { column, statistic, hasStatisticName: statistics.length > 1 };
    });
  });
}

/** A column by its name, with the usual statistic. */
export function usualColumn(name: string): RequestedColumn {
  return { column: columnNamed(name), statistic: undefined, hasStatisticName: false };
}

const holdingsModes = ["B&H", "TBR", "OMS", "EXT", "VLT"];

/** The ids of accounts or benchmarks; each may say how its holdings are kept between dates. */
function idsOf(identifiers: readonly Fields[], saved: readonly string[]): readonly string[] {
  for (const identifier of identifiers) {
    const mode = identifier.text("holdingsmode") ?? "B&H";
    if (!holdingsModes.includes(mode.toUpperCase())) throw new ParameterProblem(`Invalid holdings mode:${mode}`);
  }
  const ids = identifiers.flatMap((identifier) => identifier.text("id") ?? []);
  return ids.length > 0 ? ids : saved;
}

/** The rows that a unit shows. By default, a table over time shows groups, because a row for each security and period is seldom wanted. */
function detailFor(unit: Fields, component: ComponentEntry): Detail {
  const text = unit.text("componentdetail");
  if (text === undefined) {
    if (!component.overTime) return "securities";
    return component.groups.length > 0 ? "groups" : "totals";
  }
  const detail = details.find((one) => one === text.toLowerCase());
  return requireValue(detail, `Invalid component detail:${text}`);
}
