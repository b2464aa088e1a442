import type { ComponentFamilyId } from "@analytics-engines/core/basics";
import { calendarOf, type Day, formatDay, resolveDate } from "@analytics-engines/core/parameters";
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
import { currencies, findFrequency } from "../../catalogue/lists.ts";
import { type Fields, ParameterProblem, requireValue } from "../request.ts";
import type { RequestedColumn } from "./columns.ts";
import { type Holdings, holdingsOf } from "./holdings.ts";
import { type Detail, details } from "./rows.ts";

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
  return requestedColumns.flatMap((requested) => {
    const id = requested.text("id") ?? "";
    const column = requireValue(findColumn(id), `Invalid column identifier:${id}`);
    const statistics = requested.texts("statistics");
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
export function idsOf(identifiers: readonly Fields[], saved: readonly string[]): readonly string[] {
  for (const identifier of identifiers) {
    const mode = identifier.text("holdingsmode") ?? "B&H";
    if (!holdingsModes.includes(mode.toUpperCase())) throw new ParameterProblem(`Invalid holdings mode:${mode}`);
  }
  const ids = identifiers.flatMap((identifier) => identifier.text("id") ?? []);
  return ids.length > 0 ? ids : saved;
}

/** The rows that a unit shows. By default, a table over time shows groups, because a row for each security and period is seldom wanted. */
export function detailFor(unit: Fields, component: ComponentEntry): Detail {
  const text = unit.text("componentdetail");
  if (text === undefined) {
    if (!component.overTime) return "securities";
    return component.groups.length > 0 ? "groups" : "totals";
  }
  const detail = details.find((candidate) => candidate === text.toLowerCase());
  return requireValue(detail, `Invalid component detail:${text}`);
}
