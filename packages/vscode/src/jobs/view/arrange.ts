import * as l10n from "@vscode/l10n";
import { fileTitle, runDayText } from "../runs/run-times.ts";
import { isActive, type RunView } from "../store/run.ts";

/** How the view of jobs divides its runs. */
export const runGroupings = ["none", "file", "day"] as const;
export type RunGrouping = (typeof runGroupings)[number];

/** The states by which the user filters runs. */
export const filterStates = ["active", "paused", "success", "failure", "canceled"] as const;
export type FilterState = (typeof filterStates)[number];

/** What a run must have to be shown. An empty list lets every run pass. */
export interface RunFilter {
  readonly states: readonly FilterState[];
  /** Names of connections. */
  readonly connections: readonly string[];
  /** Paths of parameter files. */
  readonly files: readonly string[];
}

export const everyRun: RunFilter = { states: [], connections: [], files: [] };

/** A part of the list of runs under one heading. */
export interface RunGroup {
  readonly title: string;
  readonly runs: readonly RunView[];
}

export function isFiltering({ states, connections, files }: RunFilter): boolean {
  return states.length + connections.length + files.length > 0;
}

export function filterState(run: RunView): FilterState {
  if (isActive(run)) return "active";
  if (run.state === "paused") return "paused";
  const status = run.record.end?.status;
  return status === "success" || status === "canceled" ? status : "failure";
}

export function filterRuns(runs: readonly RunView[], { states, connections, files }: RunFilter): readonly RunView[] {
  const passes = <T>(list: readonly T[], ...values: readonly T[]) =>
    list.length === 0 || values.some((value) => list.includes(value));
  return runs.filter((run) => {
    const { connection, files: ran } = run.record;
    return (
      passes(states, filterState(run)) &&
      passes(connections, connection.name) &&
      passes(files, ...ran.map(({ path }) => path))
    );
  });
}

/** Divides runs, which are sorted, into groups in the order of their first runs. */
export function groupRuns(runs: readonly RunView[], grouping: Exclude<RunGrouping, "none">): readonly RunGroup[] {
  const groups = Map.groupBy(runs, ({ record: { startedAt, files } }) => {
    if (grouping === "day") return runDayText(startedAt);
    // Each run is in one group: a tree shows a row once.
    return files.length === 1 && files[0] ? files[0].path : fileTitle(files);
  });
  return [...groups].map(([title, members]) => ({ title, runs: members }));
}

export function groupingText(grouping: RunGrouping): string {
  const texts: Readonly<Record<RunGrouping, string>> = {
    none: l10n.t("Do not group"),
    file: l10n.t("Group by file"),
    day: l10n.t("Group by day"),
  };
  return texts[grouping];
}

export function filterStateText(state: FilterState): string {
  const texts: Readonly<Record<FilterState, string>> = {
    active: l10n.t("in progress"),
    paused: l10n.t("paused"),
    success: l10n.t("succeeded"),
    failure: l10n.t("failed"),
    canceled: l10n.t("canceled"),
  };
  return texts[state];
}
