import { isolated, pathOfSource } from "@analytics-engines/core/basics";
import { wholeStatus } from "@analytics-engines/runs/browser";
import * as l10n from "@vscode/l10n";
import { countText, resultKind } from "../../common/texts.ts";
import type { Expansion, RowPresentation } from "../../common/vscode-util.ts";
import { hasUnits } from "../../editor/language/text/kinds.ts";
import {
  canCancelJob,
  type Hold,
  isActive,
  isOpenStatus,
  outcomeErrorText,
  progressOf,
  type RunJobView,
  type RunView,
  type UnitView,
} from "../store/run.ts";
import { levelOf, type RunOutcome, remarksOf } from "./outcome.ts";
import { elapsedText, fileTitle, remainingText, runLabel, runTitle, sourcePaths, unitsTitle } from "./run-titles.ts";

/** A row of the view of jobs. A run of one file has its units below it, a run of several its files. */
export type JobsNode =
  | { readonly kind: "run"; readonly run: RunView }
  /** A sweep of several jobs, with the first of them. */
  | { readonly kind: "file"; readonly run: RunView; readonly file: RunFileView; readonly job: RunJobView }
  | { readonly kind: "job"; readonly run: RunView; readonly job: RunJobView }
  | { readonly kind: "unit"; readonly run: RunView; readonly job: RunJobView; readonly unit: UnitView }
  | { readonly kind: "note"; readonly text: string };

/** A row as text. */
export interface JobRow extends RowPresentation {
  /** Stays the same while the row changes. */
  readonly id: string;
  readonly expands: Expansion;
}

/** A file of a run as the user has it, with its jobs: a sweep can need several. */
interface RunFileView {
  readonly path: string;
  readonly jobs: readonly RunJobView[];
}

/** The jobs of a run by their files. */
function filesOfJobs(jobs: readonly RunJobView[]): readonly RunFileView[] {
  const jobsByPath = Map.groupBy(jobs, ({ path }) => pathOfSource(path));
  return Array.from(jobsByPath, ([path, jobsOfFile]) => ({ path, jobs: jobsOfFile }));
}

export function childrenOf(run: RunView, jobs: readonly RunJobView[]): readonly JobsNode[] {
  const files = filesOfJobs(jobs);
  const [only] = files;
  if (only !== undefined && files.length === 1) return fileNodes(run, only);
  return files.flatMap((file): readonly JobsNode[] => {
    const [job, ...others] = file.jobs;
    if (job === undefined) return [];
    return [others.length === 0 ? { kind: "job", run, job } : { kind: "file", run, file, job }];
  });
}

/** The rows of a file: its units, whichever job computes them. A family without units has a job for each row of a sweep. */
export function fileNodes(run: RunView, { jobs }: RunFileView): readonly JobsNode[] {
  if (jobs.length > 1 && jobs.every((job) => !hasUnits(job.family)))
    return jobs.map((job) => ({ kind: "job", run, job }));
  return jobs.flatMap((job) => unitNodes(run, job));
}

export function unitNodes(run: RunView, job: RunJobView): readonly JobsNode[] {
  return job.units.map((unit) => ({ kind: "unit", run, job, unit }));
}

/**
 * @param now milliseconds since 1970
 * @param outcome that of a finished run
 */
export function presentNode(node: JobsNode, now: number, outcome?: RunOutcome): JobRow {
  switch (node.kind) {
    case "run":
      return presentRun(node.run, now, outcome);
    case "file":
      return presentFile(node.run, node.file);
    case "job":
      return presentJob(node.run, node.job);
    case "unit":
      return presentUnit(node.run, node.job, node.unit);
    case "note":
      return {
        id: `note ${node.text}`,
        label: node.text,
        description: "",
        icon: "info",
        context: "note",
        tooltip: [node.text],
        expands: "no",
        spoken: node.text,
      };
  }
}

function presentRun(run: RunView, now: number, outcome: RunOutcome | undefined): JobRow {
  const { record, state, problem } = run;
  const { connection, startedAt, end, files } = record;
  const hold = run.hold && holdText(run.hold);
  // Nobody knows how far a run is while the service does not answer.
  const isUnreachable = state === "running" && run.hold?.type === "unreachable";
  const words = outcome === undefined ? stateText(run) : outcomeText(outcome);
  const unitsText = outcome && l10n.t("{0} of {1} units", countText(outcome.succeeded), countText(outcome.units));
  const elapsed = state === "paused" ? undefined : elapsedText(record, now);
  const progressText = state === "running" && !isUnreachable ? l10n.t("{0} %", progressOf(run)) : words;
  const label = runLabel(record, now);
  // The label has the file, unless the user gave the run a name.
  const file = record.name === undefined ? undefined : fileTitle(files);
  const what = joined(file, unitsTitle(record));
  const times = joined(elapsed, remainingText(run, now));
  const paths = sourcePaths(files);
  const tooltip = [
    label,
    ...paths.slice(0, 10),
    ...(paths.length > 10 ? [l10n.t("and {0} more", paths.length - 10)] : []),
    joined(words, unitsText, times),
    ...(problem === undefined ? [] : [problem]),
    ...(hold === undefined || isUnreachable ? [] : [hold]),
    l10n.t("Connection: {0}", connection.name),
    l10n.t("Started: {0}", new Date(startedAt).toLocaleString()),
    ...(end ? [l10n.t("Finished: {0}", new Date(end.finishedAt).toLocaleString())] : []),
  ];
  return {
    id: record.id,
    label,
    description: joined(what, progressText, unitsText, times, isUnreachable ? undefined : hold, connection.name),
    ...(outcome === undefined ? statusIcons[isUnreachable ? "warned" : state] : outcomeIcon(outcome)),
    context: `run.${state === "finished" && end?.status === "unknown" ? "unknown" : state}`,
    tooltip,
    expands: isActive(run) ? "open" : "closed",
    spoken: joined(
      label,
      what,
      words,
      state === "running" && !isUnreachable ? progressText : unitsText,
      connection.name,
    ),
  };
}

/** The row of a sweep with several jobs, whose progress is that of all of them. */
function presentFile(run: RunView, { path, jobs }: RunFileView): JobRow {
  const units = jobs.flatMap((job) => job.units);
  const succeeded = units.filter(({ status }) => status === "success").length;
  const ended = jobs.flatMap(({ status: ofJob }) => (isOpenStatus(ofJob) ? [] : ofJob));
  const isOpen = ended.length < jobs.length;
  const status = isOpen ? "running" : wholeStatus(ended);
  const words = runStatusText(status);
  const detailText = isOpen
    ? l10n.t("{0} %", progressOf({ jobs }))
    : joined(words, l10n.t("{0} of {1} units", countText(succeeded), countText(units.length)));
  return {
    id: `${run.record.id} ${path}`,
    label: path,
    description: detailText,
    ...statusIcons[status],
    context: "file",
    tooltip: [path, words, l10n.t("{0} units in {1} jobs", countText(units.length), countText(jobs.length))],
    expands: isActive(run) ? "open" : "closed",
    spoken: joined(path, words, detailText),
  };
}

export function presentJob(run: RunView, job: RunJobView): JobRow {
  const words = runStatusText(job.status);
  const progressText = job.status === "running" && job.progress !== undefined ? l10n.t("{0} %", job.progress) : words;
  return {
    id: `${run.record.id} ${job.path}`,
    label: job.path,
    description: progressText,
    ...statusIcons[job.status],
    context: `job${canCancelJob(run, job) ? ".open" : ""}${job.requestKeys.length > 0 ? ".keys" : ""}`,
    tooltip: [job.path, words, ...(job.problem ? [job.problem] : []), ...tracesOf(job)],
    expands: job.units.length > 0 ? (isActive(run) ? "open" : "closed") : "no",
    spoken: joined(job.path, words, progressText === words ? undefined : progressText),
  };
}

function presentUnit(run: RunView, job: RunJobView, unit: UnitView): JobRow {
  const words = runStatusText(unit.status);
  const [first] = unit.errors;
  const only = sourcePaths(run.record.files).length === 1 && unit.status === "running" && job.progress !== undefined;
  const detailText = first ? outcomeErrorText(first) : only ? l10n.t("{0} %", job.progress ?? 0) : words;
  const kind = unit.contentType === undefined ? "none" : resultKind(unit.contentType);
  const warnings = unit.warnings.length;
  const warned = warnings === 0 ? undefined : warnings === 1 ? l10n.t("1 warning") : l10n.t("{0} warnings", warnings);
  return {
    id: `${run.record.id} ${job.path} ${unit.id}`,
    label: unit.id,
    description: joined(detailText, warned),
    ...statusIcons[unit.status === "success" && warnings > 0 ? "warned" : unit.status],
    context: `unit.${kind === "text" ? "other" : kind}${job.requestKeys.length > 0 ? ".keys" : ""}`,
    tooltip: [unit.id, words, ...unit.errors.map(outcomeErrorText), ...unit.warnings, ...tracesOf(job)],
    expands: "no",
    spoken: joined(unit.id, words, first && detailText, warned),
  };
}

/** The state of a run that goes on or waits: while the service does not answer, that. */
export function stateText({ state, hold }: Pick<RunView, "state" | "hold">): string {
  return state === "running" && hold?.type === "unreachable" ? holdText(hold) : runStatusText(state);
}

function holdText(hold: Hold): string {
  if (hold.type === "unreachable") return l10n.t("no answer for {0} s: {1}", hold.seconds, hold.reason);
  return l10n.t("waiting {0} s for the rate limit of the service", Math.ceil(hold.seconds));
}

/** The keys that support needs. */
export function tracesOf({ jobId, requestKeys }: RunJobView): string[] {
  return [
    ...(jobId === undefined ? [] : [l10n.t("Job: {0}", jobId)]),
    ...(requestKeys.length === 0 ? [] : [l10n.t("Request keys: {0}", requestKeys.join(", "))]),
  ];
}

type AnyStatus = RunView["state"] | RunJobView["status"] | UnitView["status"];

export function runStatusText(status: AnyStatus): string {
  const texts: Readonly<Record<AnyStatus, string>> = {
    waiting: l10n.t("waiting"),
    running: l10n.t("running"),
    canceling: l10n.t("canceling"),
    otherWindow: l10n.t("running in another window"),
    paused: l10n.t("paused"),
    finished: l10n.t("finished"),
    success: l10n.t("succeeded"),
    failure: l10n.t("failed"),
    "timed-out": l10n.t("timed out"),
    canceled: l10n.t("canceled"),
    unknown: l10n.t("outcome unknown"),
    lost: l10n.t("result lost"),
  };
  return texts[status];
}

type Icon = { readonly icon: string; readonly color?: string };

const inProgress: Icon = { icon: "sync~spin" };
const passed: Icon = { icon: "pass", color: "testing.iconPassed" };
const failed: Icon = { icon: "error", color: "testing.iconFailed" };
const WARNING_COLOR = "list.warningForeground";

const statusIcons: Readonly<Record<AnyStatus | "warned", Icon>> = {
  waiting: { icon: "clock" },
  running: inProgress,
  otherWindow: inProgress,
  canceling: inProgress,
  paused: { icon: "debug-pause", color: WARNING_COLOR },
  success: passed,
  finished: passed,
  warned: { icon: "warning", color: WARNING_COLOR },
  failure: failed,
  lost: failed,
  "timed-out": failed,
  canceled: { icon: "circle-slash" },
  unknown: { icon: "question", color: WARNING_COLOR },
};

/** The outcome of a run in words: `succeeded, 1 check failed`. */
export function outcomeText(outcome: RunOutcome): string {
  return [runStatusText(outcome.status), ...remarksOf(outcome)].join(", ");
}

function outcomeIcon(outcome: RunOutcome): Icon {
  const level = levelOf(outcome);
  if (level === "warned") return statusIcons.warned;
  return level === "bad" && outcome.status === "success" ? failed : statusIcons[outcome.status];
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.flatMap((part) => (part === undefined || part === "" ? [] : isolated(part))).join(" · ");
}

/** The text of the status bar while runs are in progress. */
export function statusBarText(runs: readonly RunView[]): string | undefined {
  const active = runs.filter(isActive);
  const [only] = active;
  if (only === undefined) return undefined;
  const progress = Math.floor(active.reduce((sum, run) => sum + progressOf(run), 0) / active.length);
  const what = active.length === 1 ? runTitle(only) : l10n.t("{0} runs", active.length);
  if (active.length === 1 && only.state === "canceling") return l10n.t("{0}: canceling", what);
  if (active.length === 1 && only.hold?.type === "unreachable") return l10n.t("{0}: {1}", what, stateText(only));
  return l10n.t("{0}: {1} %", what, progress);
}
