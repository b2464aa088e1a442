import * as l10n from "@vscode/l10n";
import type { Expansion, RowLook } from "../common/tree-item.ts";
import {
  canCancelJob,
  type Hold,
  isActive,
  type JobView,
  progressOf,
  type Run,
  type UnitView,
  wordsOf,
} from "./run.ts";

/** What the tree of jobs is made of. A run of one file has its units as children, a run of several its jobs. */
export type JobNode =
  | { readonly kind: "run"; readonly run: Run }
  | { readonly kind: "job"; readonly run: Run; readonly job: JobView }
  | { readonly kind: "unit"; readonly run: Run; readonly job: JobView; readonly unit: UnitView }
  | { readonly kind: "note"; readonly text: string };

/** A node in words, for the tree. */
export interface NodeLook extends RowLook {
  /** Stays the same while the node changes. */
  readonly id: string;
  readonly expands: Expansion;
}

export function childrenOf(run: Run, jobs: readonly JobView[]): readonly JobNode[] {
  const [only] = jobs;
  if (only !== undefined && jobs.length === 1) return unitNodes(run, only);
  return jobs.map((job) => ({ kind: "job", run, job }));
}

export function unitNodes(run: Run, job: JobView): readonly JobNode[] {
  return job.units.map((unit) => ({ kind: "unit", run, job, unit }));
}

/** @param now milliseconds since 1970 */
export function lookOf(node: JobNode, now: number): NodeLook {
  switch (node.kind) {
    case "run":
      return lookOfRun(node.run, now);
    case "job":
      return lookOfJob(node.run, node.job);
    case "unit":
      return lookOfUnit(node.run, node.job, node.unit);
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

/** The name of a run: its file, or how many it has. */
export function titleOf({ record: { files } }: Run): string {
  const [first] = files;
  if (first === undefined) return l10n.t("Run");
  const name = first.path.slice(first.path.lastIndexOf("/") + 1);
  return files.length === 1 ? name : l10n.t("{0} and {1} more", name, files.length - 1);
}

function lookOfRun(run: Run, now: number): NodeLook {
  const { record, state, problem } = run;
  const { connection, startedAt, end, files } = record;
  const hold = run.hold && holdText(run.hold);
  const status = state === "finished" && end !== undefined ? end.status : state;
  const words = statusWords(status);
  const done = end && l10n.t("{0} of {1} units", end.succeeded, end.units);
  const said =
    state === "running" ? l10n.t("{0} %", progressOf(run)) : state === "finished" ? joined(words, done) : words;
  const tooltip = [
    ...files.slice(0, 10).map(({ path }) => path),
    ...(files.length > 10 ? [l10n.t("and {0} more", files.length - 10)] : []),
    joined(words, done),
    ...(problem === undefined ? [] : [problem]),
    ...(hold === undefined ? [] : [hold]),
    l10n.t("Connection: {0}", connection.name),
    l10n.t("Started: {0}", new Date(startedAt).toLocaleString()),
    ...(end ? [l10n.t("Finished: {0}", new Date(end.finishedAt).toLocaleString())] : []),
  ];
  return {
    id: record.id,
    label: titleOf(run),
    description: joined(said, hold, connection.name, agoText(Date.parse(startedAt), now)),
    ...iconOf(status),
    context: `run.${state === "finished" && end?.status === "unknown" ? "unknown" : state}`,
    tooltip,
    expands: isActive(run) ? "open" : "closed",
    spoken: joined(titleOf(run), words, state === "running" ? said : undefined, connection.name),
  };
}

function lookOfJob(run: Run, job: JobView): NodeLook {
  const words = statusWords(job.status);
  const said = job.status === "running" && job.progress !== undefined ? l10n.t("{0} %", job.progress) : words;
  return {
    id: `${run.record.id} ${job.path}`,
    label: job.path,
    description: said,
    ...iconOf(job.status),
    context: `job${canCancelJob(run, job) ? ".open" : ""}${job.requestKeys.length > 0 ? ".keys" : ""}`,
    tooltip: [job.path, words, ...(job.problem ? [job.problem] : []), ...tracesOf(job)],
    expands: job.units.length > 0 ? (isActive(run) ? "open" : "closed") : "no",
    spoken: joined(job.path, words, said === words ? undefined : said),
  };
}

function lookOfUnit(run: Run, job: JobView, unit: UnitView): NodeLook {
  const words = statusWords(unit.status);
  const [first] = unit.errors;
  const only = run.record.files.length === 1 && unit.status === "running" && job.progress !== undefined;
  const said = first ? wordsOf(first) : only ? l10n.t("{0} %", job.progress ?? 0) : words;
  const warnings = unit.warnings.length;
  const warned = warnings === 0 ? undefined : warnings === 1 ? l10n.t("1 warning") : l10n.t("{0} warnings", warnings);
  return {
    id: `${run.record.id} ${job.path} ${unit.id}`,
    label: unit.id,
    description: joined(said, warned),
    ...iconOf(unit.status === "success" && warnings > 0 ? "warned" : unit.status),
    context: `unit.${resultKind(unit)}${job.requestKeys.length > 0 ? ".keys" : ""}`,
    tooltip: [unit.id, words, ...unit.errors.map(wordsOf), ...unit.warnings, ...tracesOf(job)],
    expands: "no",
    spoken: joined(unit.id, words, first && said, warned),
  };
}

/** What can be done with the result of a unit. */
function resultKind({ contentType }: UnitView): "none" | "json" | "arrow" | "other" {
  if (contentType === undefined) return "none";
  if (/[/+]json\b/.test(contentType)) return "json";
  return /arrow|feather/.test(contentType) ? "arrow" : "other";
}

function holdText(hold: Hold): string {
  if (hold.type === "unreachable") return l10n.t("no answer for {0} s: {1}", hold.seconds, hold.reason);
  return l10n.t("waiting {0} s for the limit of the service", Math.ceil(hold.seconds));
}

/** What support asks for. */
export function tracesOf({ jobId, requestKeys }: JobView): string[] {
  return [
    ...(jobId === undefined ? [] : [l10n.t("Job: {0}", jobId)]),
    ...(requestKeys.length === 0 ? [] : [l10n.t("Request keys: {0}", requestKeys.join(", "))]),
  ];
}

type AnyStatus = Run["state"] | JobView["status"] | UnitView["status"];

export function statusWords(status: AnyStatus): string {
  switch (status) {
    case "waiting":
      return l10n.t("waiting");
    case "running":
      return l10n.t("running");
    case "canceling":
      return l10n.t("canceling");
    case "elsewhere":
      return l10n.t("running in another window");
    case "paused":
      return l10n.t("paused");
    case "finished":
      return l10n.t("finished");
    case "success":
      return l10n.t("succeeded");
    case "failure":
      return l10n.t("failed");
    case "timed-out":
      return l10n.t("timed out");
    case "canceled":
      return l10n.t("canceled");
    case "unknown":
      return l10n.t("end not known");
    case "lost":
      return l10n.t("result lost");
  }
}

function iconOf(status: AnyStatus | "warned"): { readonly icon: string; readonly color?: string } {
  switch (status) {
    case "waiting":
      return { icon: "clock" };
    case "running":
    case "elsewhere":
    case "canceling":
      return { icon: "sync~spin" };
    case "paused":
      return { icon: "debug-pause", color: "list.warningForeground" };
    case "success":
    case "finished":
      return { icon: "pass", color: "testing.iconPassed" };
    case "warned":
      return { icon: "warning", color: "list.warningForeground" };
    case "failure":
    case "lost":
    case "timed-out":
      return { icon: "error", color: "testing.iconFailed" };
    case "canceled":
      return { icon: "circle-slash" };
    case "unknown":
      return { icon: "question", color: "list.warningForeground" };
  }
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join(" · ");
}

/** How long ago something was, in round numbers. */
export function agoText(then: number, now: number): string {
  const minutes = Math.floor((now - then) / 60_000);
  if (!(minutes >= 1)) return l10n.t("now");
  if (minutes < 60) return l10n.t("{0} min ago", minutes);
  if (minutes < 24 * 60) return l10n.t("{0} h ago", Math.floor(minutes / 60));
  return l10n.t("{0} d ago", Math.floor(minutes / (24 * 60)));
}

/** The status bar while something runs: how much, and how far. */
export function statusBarText(runs: readonly Run[]): string | undefined {
  const active = runs.filter(isActive);
  const [only] = active;
  if (only === undefined) return undefined;
  const progress = Math.floor(active.reduce((sum, run) => sum + progressOf(run), 0) / active.length);
  const what = active.length === 1 ? titleOf(only) : l10n.t("{0} runs", active.length);
  return only.state === "canceling" && active.length === 1
    ? l10n.t("{0}: canceling", what)
    : l10n.t("{0}: {1} %", what, progress);
}
