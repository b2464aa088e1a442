import { count } from "@analytics-engines/core/basics";
import { countRun, isLeftRunning, type Manifest, statusWithoutWait } from "@analytics-engines/runs";
import { replaceFile } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/host";
import { type ChecksPlan, failsChecks, findFindings, reproductionHeadline } from "@analytics-engines/runs/review";
import type { UploadedArtifact } from "../../github/artifacts.ts";
import { artifactsLink } from "../../github/links.ts";
import { jsonOutput, saveState } from "../../github/outputs.ts";
import { MAX_SUMMARY_BYTES, writeSummary } from "../../github/summary.ts";
import { annotateFindings, type Source } from "../annotate.ts";
import { storeArtifacts } from "../artifacts.ts";
import { checkNumbers } from "../checks.ts";
import type { RunResult } from "../execute.ts";
import type { RunContext } from "../inputs.ts";
import { failsRun } from "../outcome.ts";
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
