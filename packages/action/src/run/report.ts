import { count, messageOf } from "@analytics-engines/core/basics";
import {
  countRun,
  isLeftRunning,
  type Manifest,
  type ManifestFile,
  type ManifestReproduction,
  type RunStatus,
  statusWithoutWait,
} from "@analytics-engines/runs";
import { resultIds } from "@analytics-engines/runs/files";
import { formatBytes, UserError } from "@analytics-engines/runs/progress";
import {
  differenceLines,
  differingUnits,
  failsChecks,
  findFindings,
  type RunFilesEvent,
  reproductionHeadline,
  type TableFiles,
  type WrittenRun,
  writeRunFiles,
} from "@analytics-engines/runs/review";
import type { ReadyRun } from "@analytics-engines/runs/run";
import { writeReport } from "@analytics-engines/viewer/report";
import type { UploadedArtifact } from "../github/artifacts.ts";
import { artifactsLink, jsonOutput, type Log, MAX_SUMMARY_BYTES, saveState, writeSummary } from "../github/step.ts";
import type { FailOn } from "../workspace/inputs.ts";
import { annotateFindings, reportChecks, type Source } from "./annotate.ts";
import { storeArtifacts } from "./artifacts.ts";
import { addRunToHistory, type HistoryOutcome } from "./history.ts";
import type { RunContext } from "./inputs.ts";
import { readPreviews, renderPreviews } from "./previews.ts";
import { type RunResult, repositoryOf } from "./progress.ts";
import { renderRun, without } from "./summary.ts";

/** Reports the outcome of a run: outputs, annotations, files of the run folder, summary, artifacts. Returns the exit code. */
export async function reportRun(context: RunContext, run: ReadyRun, result: RunResult): Promise<number> {
  const { inputs, env, log, outputs, signal } = context;
  const { refused, progress } = result;
  const { runFolder: folder, historyStore: store } = inputs;
  const source: Source = { ...repositoryOf(context), parameters: (file) => run.parameters.get(file) };
  let outcome = outcomeOf(context, result, result.manifest);
  let previews = "";
  const factsOf = ({ checks, history }: WrittenRun<HistoryOutcome>) => {
    return { ...outcome, seconds: progress.seconds, previews, checks, history: history?.summary };
  };
  const written = await writeRunFiles<HistoryOutcome>({
    folder,
    manifest: completeManifest(result.manifest, (file) => resultIds(run.parameters.get(file))),
    // Jobs that still run have no results to check or to show.
    hasAllResults: inputs.wait,
    isStopped: () => signal.aborted,
    reproduction: run.reproduction,
    checks: run.checks,
    csv: true,
    parquet: inputs.parquet,
    addToHistory: store === undefined ? undefined : () => addRunToHistory(context, store),
    writePage: ({ checks, history }) => writeReport({ folder, checks, history: history?.view }),
    async renderSummary(files) {
      if (files.isShown) previews = renderPreviews(await readPreviews(folder, outcome.manifest));
      return renderRun(factsOf(files), MAX_SUMMARY_BYTES);
    },
    onEvent(event) {
      if (event.type === "ended") {
        outcome = outcomeOf(context, result, event.manifest);
        reportOutcome(context, result, outcome, source);
      } else printEvent(context, event, source);
    },
  });
  const { manifest, status } = outcome;
  const { page, history, checks } = written;
  if (page !== undefined) outputs.set({ "report-path": page });
  // After a signal, the post step stores the artifacts.
  const stored = signal.aborted ? { artifacts: [], problem: undefined } : await tryToStore(context, manifest, page);
  for (const problem of [stored.problem, history?.problem])
    if (problem !== undefined) log.annotate("error", `${problem} The results are in ${folder}.`);
  const artifacts = { artifacts: stored.artifacts, artifactsUrl: artifactsLink(env) };
  await writeSummary((limit) => renderRun({ ...factsOf(written), ...artifacts }, limit));
  const counts = countRun(manifest);
  log.line(
    `Run ${status}: ${counts.succeeded} of ${count(counts.units, "unit")} in ${count(counts.files, "file")} succeeded. Run folder: ${folder}`,
  );
  const isBroken = refused !== undefined || (stored.problem ?? history?.problem) !== undefined || signal.aborted;
  const isDifferent = manifest.reproduces?.compared?.reproduced === false && inputs.failOn !== "never";
  const isCheckFailed = checks !== undefined && failsChecks(checks, inputs.failOn);
  return isBroken || isDifferent || isCheckFailed || failsRun(status, counts.warnings, inputs.failOn) ? 1 : 0;
}

/** How a run ended, as this step tells it. */
interface Outcome {
  readonly manifest: Manifest;
  readonly status: RunStatus;
  /** Whether a job was left running, which is not a problem; undefined if none was. */
  readonly isLeft: ((file: ManifestFile) => boolean) | undefined;
}

/** The manifest with the status of this step, which knows why a run ended early. */
function outcomeOf({ inputs, signal }: RunContext, { refused }: RunResult, ended: Manifest): Outcome {
  const early = signal.aborted ? "canceled" : refused === undefined ? ended.status : "failure";
  const manifest = ended.status === "success" ? ended : { ...ended, status: early };
  const isLeft = inputs.wait || signal.aborted ? undefined : isLeftRunning;
  const status = isLeft === undefined || refused !== undefined ? manifest.status : statusWithoutWait(manifest);
  return { manifest, status, isLeft };
}

/** Sets the outputs of a run, and annotates what went wrong. */
function reportOutcome(context: RunContext, { refused, progress }: RunResult, outcome: Outcome, source: Source): void {
  const { inputs, log, outputs, signal } = context;
  const { manifest, status, isLeft } = outcome;
  const counts = countRun(manifest);
  outputs.set({
    status,
    "job-ids": jsonOutput(idsOf(manifest, progress.jobIds), "{}"),
    "file-count": `${counts.files}`,
    "unit-count": `${counts.units}`,
    "success-count": `${counts.succeeded}`,
    "failure-count": `${counts.failed}`,
    "warning-count": `${counts.warnings}`,
  });
  if (!signal.aborted) saveState("settled", "true");
  if (refused !== undefined) log.annotate("error", refused);
  else if (status !== "canceled") annotateFindings(log, findFindings(without(manifest, isLeft)), source);
  if (status === "running") log.annotate("notice", howToCollect(manifest, inputs));
  reportReproduction(context, manifest);
}

/** Logs what was written into the run folder. */
function printEvent(context: RunContext, event: RunFilesEvent, source: Source): void {
  const { log } = context;
  const { type } = event;
  if (type === "comparing") log.group(`Comparing the results with the run of ${event.startedAt}`);
  else if (type === "compared") printComparison(log, event.reproduces);
  else if (type === "checked") reportChecks(context, event.report, source);
  else if (type === "showing") log.group("Writing tables and the report");
  else if (type === "tables") printTables(log, event.form, event.files);
  else if (type === "page") log.line(`${event.file}: ${formatBytes(event.bytes)}`);
  else if (type === "failed") log.annotate("warning", `${event.what} could not be written: ${messageOf(event.error)}`);
  else if (type === "shown") log.endGroup();
}

function printComparison(log: Log, { compared }: ManifestReproduction): void {
  for (const line of differenceLines(compared)) log.line(line);
  const sameCount = (compared?.units.length ?? 0) - differingUnits(compared).length;
  log.line(`${count(sameCount, "result")} the same`);
  log.endGroup();
}

/** The most altered results that are annotated; the log has all. */
const MAX_ALTERED = 10;

function printTables(log: Log, form: string, { written, problems }: TableFiles): void {
  log.line(`${count(written, "table")} as ${form}`);
  for (const { path, unitId, reason } of problems) log.line(`No ${form} of ${path}, unit ${unitId}: ${reason}`);
  for (const { file, reason } of problems.filter(({ isAltered }) => isAltered).slice(0, MAX_ALTERED))
    log.annotate(
      "warning",
      `${file} is not the result that the run stored: ${reason}. It is not shown. Run its parameter file again in a new folder.`,
    );
}

/** Says, for a run that does not wait, how many jobs still run and how to collect their results. */
function howToCollect({ files }: Manifest, { runFolder, artifacts, artifactName }: RunContext["inputs"]): string {
  const jobCount = count(files.filter(isLeftRunning).length, "job");
  const artifactHint = artifacts === "none" ? "" : ` The run folder is also in the artifact ${artifactName}.`;
  return `${jobCount} left to run on the service. To collect the results, run the action again with resume-from: ${runFolder}.${artifactHint}`;
}

/** Reports whether a run has the results of the run that it computes again. */
function reportReproduction({ inputs, log, outputs }: RunContext, { reproduces }: Manifest): void {
  if (reproduces?.compared === undefined) return;
  const { compared, startedAt } = reproduces;
  outputs.set({ reproduced: `${compared.reproduced}` });
  const headline = `Against the run of ${startedAt}: ${reproductionHeadline(compared)}`;
  log.line(headline);
  if (!compared.reproduced)
    log.annotate(
      inputs.failOn === "never" ? "warning" : "error",
      `${headline}. The job summary and manifest.json say what differs.`,
    );
}

/** The ids in the order of the files. The manifest of a stopped run can lack ids that this step has seen. */
function idsOf(manifest: Manifest, reportedIds: ReadonlyMap<string, string>): object {
  return Object.fromEntries(
    manifest.files.flatMap(({ path: file, jobId = reportedIds.get(file) }) =>
      jobId === undefined ? [] : [[file, jobId]],
    ),
  );
}

/** Stores the artifacts. If some cannot be stored, `problem` says why. */
async function tryToStore(context: RunContext, manifest: Manifest, page: string | undefined) {
  const { outputs } = context;
  const artifacts: UploadedArtifact[] = [];
  try {
    await storeArtifacts(context, manifest, page, (artifact) => {
      artifacts.push(artifact);
      outputs.set({
        "artifact-ids": JSON.stringify(Object.fromEntries(artifacts.map(({ name, id }) => [name, id]))),
        "artifact-digests": JSON.stringify(Object.fromEntries(artifacts.map(({ name, digest }) => [name, digest]))),
      });
    });
    return { artifacts, problem: undefined };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { artifacts, problem: error.message };
  }
}

/** The codes of failures of jobs that the service accepted. With any other code, it refused the job. */
const acceptedCodes: ReadonlySet<string> = new Set(["unit-failed", "lost-result", "no-units", "job-gone"]);
const stopped = { code: "stopped", message: "The step was stopped before the outcome of the job was known." };

/**
 * Completes the manifest for jobs that were not created: adds the units of their parameter files, with the status of the job, and removes the
 * ids of jobs that the service refused, since such jobs do not exist.
 *
 * @param unitsOf the ids of the units of a parameter file
 */
export function completeManifest(manifest: Manifest, unitsOf: (path: string) => readonly string[]): Manifest {
  return {
    ...manifest,
    files: manifest.files.map((file) => withUnits(wasRefused(file) ? withoutId(file) : file, unitsOf(file.path))),
  };
}

function wasRefused({ status, problem }: ManifestFile): boolean {
  return status === "failure" && problem !== undefined && !acceptedCodes.has(problem.code);
}

function withoutId({ jobId: _, ...file }: ManifestFile): ManifestFile {
  return file;
}

function withUnits(file: ManifestFile, ids: readonly string[]): ManifestFile {
  const { status, problem } = file;
  if (file.units.length > 0 || status === "success" || problem?.code === "no-units") return file;
  const units = ids.map((id) => ({ id, status, warnings: [], errors: [] }));
  return { ...file, problem: problem ?? stopped, units };
}

/** Whether the outcome of the jobs fails the step. */
export function failsRun(status: RunStatus, warnings: number, failOn: FailOn): boolean {
  if (failOn === "never") return false;
  return (status !== "success" && status !== "running") || (failOn === "warning" && warnings > 0);
}
