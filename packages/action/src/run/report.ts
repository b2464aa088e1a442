import { count, toPointer } from "@analytics-engines/core/basics";
import { type ParameterFile, sweepOfJob } from "@analytics-engines/core/parameters";
import {
  countRun,
  isLeftRunning,
  type Manifest,
  type ManifestFile,
  type RunStatus,
  statusWithoutWait,
} from "@analytics-engines/runs";
import { replaceFile } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/host";
import {
  applyChecks,
  type CheckFinding,
  type ChecksPlan,
  type ChecksReport,
  checksHeadline,
  type Finding,
  failsChecks,
  findFindings,
  findingHeadline,
  findingText,
  mostImportant,
  openFindings,
  placeOfFinding,
  reproductionHeadline,
} from "@analytics-engines/runs/review";
import type { UploadedArtifact } from "../github/artifacts.ts";
import { artifactsLink, jsonOutput, type Log, MAX_SUMMARY_BYTES, saveState, writeSummary } from "../github/step.ts";
import { annotateFile, MAX_ANNOTATIONS, placeIn, type Repository } from "../workspace/annotate.ts";
import type { FailOn } from "../workspace/inputs.ts";
import { storeArtifacts } from "./artifacts.ts";
import type { RunResult } from "./execute.ts";
import type { RunContext } from "./inputs.ts";
import { renderRun, without } from "./summary.ts";
import { type Views, writeViews } from "./write-views.ts";

/** Reports the outcome of a run: outputs, annotations, summary, artifacts. Returns the exit code. */
export async function reportRun(
  context: RunContext,
  result: RunResult,
  source: Source,
  plan?: ChecksPlan,
): Promise<number> {
  const { inputs, env, log, outputs, signal } = context;
  const { refused, progress } = result;
  const manifest = asSeenHere(context, result);
  const isLeft = inputs.wait || signal.aborted ? undefined : isLeftRunning;
  const status = isLeft === undefined || refused !== undefined ? manifest.status : statusWithoutWait(manifest);
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

  const isDifferent = reportReproduction(context, manifest);

  // Jobs that still run have no results to check.
  const isChecked = plan !== undefined && !signal.aborted && inputs.wait;
  const checks = isChecked ? await checkNumbers(context, manifest, plan, source) : undefined;

  const seconds = (file: string) => progress.seconds(file);
  // After a signal, the time that is left is for outputs and summary. Jobs that still run have no results to show.
  const noViews: Views = { manifest, history: undefined, report: undefined, previews: "" };
  const views = signal.aborted || !inputs.wait ? noViews : await writeViews(context, manifest, checks);
  if (views.report !== undefined) outputs.set({ "report-path": views.report });
  const { previews, history } = views;
  const facts = { manifest, status, isLeft, seconds, previews, checks, history: history?.summary };
  const summary = renderRun(facts, MAX_SUMMARY_BYTES);
  await replaceFile(inputs.runFolder, "summary.md", [summary]);
  // After a signal, the post step stores the artifacts.
  const stored = signal.aborted ? { artifacts: [], problem: undefined } : await tryToStore(context, views);
  if (stored.problem !== undefined) log.annotate("error", `${stored.problem} The results are in ${inputs.runFolder}.`);
  if (history?.problem !== undefined)
    log.annotate("error", `${history.problem} The results are in ${inputs.runFolder}.`);
  const { artifacts } = stored;
  await writeSummary((limit) => renderRun({ ...facts, artifacts, artifactsUrl: artifactsLink(env) }, limit));
  log.line(
    `Run ${status}: ${counts.succeeded} of ${count(counts.units, "unit")} in ${count(counts.files, "file")} succeeded. Run folder: ${inputs.runFolder}`,
  );
  const broken = refused !== undefined || (stored.problem ?? history?.problem) !== undefined || signal.aborted;
  const fails = failsRun(status, counts.warnings, inputs.failOn) || (isDifferent && inputs.failOn !== "never");
  const isCheckFailed = checks !== undefined && failsChecks(checks, inputs.failOn);
  return broken || fails || isCheckFailed ? 1 : 0;
}

/** Says, for a run that does not wait, how many jobs still run and how to collect their results. */
function howToCollect({ files }: Manifest, { runFolder, artifacts, artifactName }: RunContext["inputs"]): string {
  const jobCount = count(files.filter(isLeftRunning).length, "job");
  const artifactHint = artifacts === "none" ? "" : ` The run folder is also in the artifact ${artifactName}.`;
  return `${jobCount} left to run on the service. To collect the results, run the action again with resume-from: ${runFolder}.${artifactHint}`;
}

/** Reports whether a run has the results of the run that it computes again. Returns whether they differ. */
function reportReproduction({ inputs, log, outputs }: RunContext, { reproduces }: Manifest): boolean {
  if (reproduces?.compared === undefined) return false;
  const { compared, startedAt } = reproduces;
  outputs.set({ reproduced: `${compared.reproduced}` });
  const headline = `Against the run of ${startedAt}: ${reproductionHeadline(compared)}`;
  log.line(headline);
  if (!compared.reproduced)
    log.annotate(
      inputs.failOn === "never" ? "warning" : "error",
      `${headline}. The job summary and manifest.json say what differs.`,
    );
  return !compared.reproduced;
}

/** The manifest with the status of this step, which knows why a run ended early. */
function asSeenHere({ signal }: RunContext, { manifest, refused }: RunResult): Manifest {
  if (manifest.status === "success") return manifest;
  if (signal.aborted) return { ...manifest, status: "canceled" };
  return refused === undefined ? manifest : { ...manifest, status: "failure" };
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
async function tryToStore(context: RunContext, { manifest, report: page }: Views) {
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

/** Checks the numbers of a run: writes the report and the JUnit file, sets the outputs and annotates the failures at their units. */
async function checkNumbers(
  { inputs, log, outputs }: RunContext,
  manifest: Manifest,
  plan: ChecksPlan,
  source: Source,
): Promise<ChecksReport> {
  const report = await applyChecks({ folder: inputs.runFolder, manifest }, plan);
  outputs.set({
    "checks-passed": `${report.counts.passed}`,
    "checks-failed": `${report.counts.errors}`,
    "checks-warnings": `${report.counts.warnings}`,
  });
  if (plan.files.length === 0) return report;
  log.line(`Checks on numbers: ${checksHeadline(report)}`);
  const findings = openFindings(report);
  for (const level of ["error", "warning"] as const) {
    const failures = findings.filter(({ status, severity }) => status === "failed" && severity === level);
    for (const finding of failures.slice(0, MAX_ANNOTATIONS)) annotateFailure(finding, source, log);
  }
  for (const finding of findings.filter(({ status }) => status === "skipped"))
    log.line(`Skipped: ${findingText(finding)}`);
  return report;
}

function annotateFailure(finding: CheckFinding, source: Source, log: RunContext["log"]): void {
  const { path = "", unit } = finding;
  const range = unit === undefined ? undefined : source.parameters(path)?.rangeOf(toPointer(["data", unit]), "key");
  annotateFile(log, finding.severity, findingText(finding), {
    title: unit === undefined ? "Check failed" : `Check of ${unit} failed`,
    place: placeIn(source, range?.path ?? path, range?.start),
  });
}

/** The parameter files of a run by path, and the repository to which they belong. */
export interface Source extends Repository {
  parameters(file: string): ParameterFile | undefined;
}

/** Annotates the ten most important errors and warnings of a run, each at the line of its unit. */
export function annotateFindings(log: Log, findings: readonly Finding[], source: Source): void {
  for (const level of ["error", "warning"] as const) {
    const importantFindings = mostImportant(findings, level, MAX_ANNOTATIONS);
    for (const finding of importantFindings) {
      const parameters = source.parameters(finding.path);
      const range = parameters && placeOfFinding(parameters, finding)?.range;
      annotateFile(log, level, finding.message, {
        title: findingHeadline(finding),
        place: placeIn(source, range?.path ?? sweepOfJob(finding.path) ?? finding.path, range?.start),
      });
    }
    const rest = findings.filter((finding) => finding.level === level).length - importantFindings.length;
    if (rest > 0)
      log.line(
        `${rest} more ${level === "error" ? "errors" : "warnings"}: the job summary and manifest.json list them all.`,
      );
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
