import { randomBytes } from "node:crypto";
import type { FixedValues } from "@analytics-engines/core/files";
import { type ErrorAction, UserError } from "@analytics-engines/runs/progress";
import { openChecks } from "@analytics-engines/runs/review";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { createPause, type Pause } from "../../common/async.ts";
import { folderOf } from "../../common/folder-storage.ts";
import { showIssue } from "../../common/vscode-util.ts";
import type { ConnectionInfo } from "../../connections/types.ts";
import { checkServiceDates } from "../../editor/language/references/service-answers.ts";
import { namesOf } from "../../services/names-by-connection.ts";
import type { Services } from "../../services/services.ts";
import type { Runs } from "../runs/runs.ts";
import type { RunRecord } from "../store/history.ts";
import type { RunView } from "../store/run.ts";
import { InvalidFileError, type PreparedFile, prepareFiles, type SourceFile, TemplateFileError } from "./prepare.ts";
import { type RunProject, readRunProject, resultsFolder } from "./run-project.ts";
import { sameRunInProgress } from "./same-run.ts";
import { mayRunAgain } from "./same-run-question.ts";

/** The options of a run. */
export interface SubmitOptions {
  /** Runs only this unit of the only file. */
  readonly unitId?: string | undefined;
  /** The connection of the run; by default the active one. */
  readonly connection?: ConnectionInfo | undefined;
  /** What the project file says about a set; by default what it says about the first file. */
  readonly project?: RunProject | undefined;
  /** Decides whether a run of the checked files may start, if the user did not start it. */
  readonly agree?: ((files: readonly PreparedFile[]) => Promise<boolean>) | undefined;
}

/** What the record of a run holds beside its files. */
type RecordedOptions = { readonly [Name in "concurrency" | "checks" | "set"]?: RunRecord[Name] | undefined };

/**
 * Checks files and runs all or none of them.
 * @returns the run, or undefined if the user declines
 */
export async function runSources(
  services: Services,
  runs: Runs,
  sources: readonly SourceFile[],
  { unitId, connection, project: projectOfSet, agree }: SubmitOptions = {},
): Promise<RunView | undefined> {
  const project = projectOfSet ?? (await readRunProject(folderOf(sources[0]?.uri)?.uri));
  const files = await prepareAll(sources, createPause(services.clock), unitId, project?.fixedValues);
  const checks = project && (await openProjectChecks(runs, project, files));
  if (agree !== undefined && !(await agree(files))) return undefined;
  await requireDates(services, files, connection);
  const { maxConcurrency: concurrency, outputFolder, set } = project ?? {};
  return runPrepared(services, runs, files, { concurrency, checks, set }, connection, outputFolder);
}

/**
 * The rules that apply to the results, and the run to compare them with. They are read once before the run, so that a mistake in them costs none.
 * @throws UserError with each mistake and its place
 */
async function openProjectChecks(
  runs: Runs,
  { folder, checks }: RunProject,
  files: readonly PreparedFile[],
): Promise<RunRecord["checks"]> {
  if (checks === undefined || checks.length === 0) return undefined;
  await openChecks(folder, { checks });
  const hasFile = ({ record }: RunView) =>
    record.files.some(({ path: earlierPath }) => files.some(({ file }) => file.path === earlierPath));
  const earlier = (await runs.loadedStore()).runs.find((run) => run.record.end?.succeeded && hasFile(run));
  return { folder, files: checks, ...(earlier && { earlier: earlier.record.id }) };
}

/**
 * Asks the service about dates that only it can know: a job would fail because of them, some time later.
 * @throws UserError for a date that the service refuses
 */
async function requireDates(
  services: Services,
  files: readonly PreparedFile[],
  info = services.connections.active(),
): Promise<void> {
  await services.connections.client(info);
  if (info === undefined) return;
  const [names, today] = [namesOf(services).of(info), new Date(services.clock.now())];
  for (const { file, parameters, uris } of files) {
    const [issue] = parameters === undefined ? [] : await checkServiceDates(parameters, names, today);
    if (issue === undefined) continue;
    const message = l10n.t("{0} was not run: {1}", file.path, issue.message);
    const uri = uris?.get(issue.range.path ?? "") ?? file.uri;
    throw new UserError(message, { actions: [showPlace(new InvalidFileError(message, uri, issue))] });
  }
}

/**
 * Runs prepared files.
 * @param record what the record of the run holds beside its files
 * @param outputFolder the run folder that the project file names, relative to the folder of the workspace
 */
export async function runPrepared(
  services: Services,
  runs: Runs,
  files: readonly PreparedFile[],
  { concurrency, checks, set }: RecordedOptions,
  info = services.connections.active(),
  outputFolder?: string,
): Promise<RunView | undefined> {
  const { connections, clock } = services;
  // Errors of the connection appear before anything is stored.
  await connections.client(info);
  if (info === undefined || !(await connections.confirmRun(info))) return undefined;
  const same = sameRunInProgress(runs.loadedRuns(), info.id, files);
  if (same !== undefined && !(await mayRunAgain(runs, same, files))) return undefined;
  const store = await runs.store();
  const id = randomBytes(16).toString("hex");
  const startedAt = new Date(clock.now()).toISOString();
  const recorded = files.map(({ file }) => file);
  const folder = (await resultsFolder(files, startedAt, id, outputFolder)) ?? store.runFolder(id, recorded);
  const { id: connectionId, name, baseUrl } = info;
  const connection = { id: connectionId, name, baseUrl };
  const record: RunRecord = {
    ...{ version: 1, id, connection, startedAt, folder, files: recorded },
    ...(concurrency !== undefined && { concurrency }),
    ...(checks && { checks }),
    ...(set !== undefined && { set }),
  };
  return store.start({ record, requests: files.map(({ request }) => request) });
}

async function prepareAll(
  sources: readonly SourceFile[],
  pause: Pause,
  unitId: string | undefined,
  fixedValues: FixedValues | undefined,
): Promise<readonly PreparedFile[]> {
  if (sources.length === 0)
    throw new UserError(l10n.t("The selection contains no parameter files. Select at least one."));
  const files: PreparedFile[] = [];
  const invalid: InvalidFileError[] = [];
  for (const source of sources) {
    try {
      files.push(...(await prepareFiles(source, pause, unitId, fixedValues)));
    } catch (error) {
      if (error instanceof TemplateFileError) throw new UserError(error.message, { actions: sendTemplate(error) });
      if (!(error instanceof InvalidFileError)) throw error;
      invalid.push(error);
    }
  }
  const [first] = invalid;
  if (first === undefined) return files;
  const message =
    sources.length === 1
      ? first.message
      : l10n.t("No file was run: {0} of {1} files have errors. {2}", invalid.length, sources.length, first.message);
  throw new UserError(message, { actions: [showPlace(first)] });
}

/** The button that sends a template to the service. */
function sendTemplate({ uri, template }: TemplateFileError): ErrorAction[] {
  if (uri === undefined) return [];
  const args = [vscode.Uri.parse(uri)];
  return template.endsWith("Update")
    ? [{ title: l10n.t("Update on Service"), command: "analyticsEngines.templates.update", args }]
    : [{ title: l10n.t("Create on Service"), command: "analyticsEngines.templates.create", args }];
}

function showPlace({ uri, issue }: InvalidFileError) {
  return uri === undefined
    ? { title: l10n.t("Show Error"), command: "workbench.actions.view.problems" }
    : showIssue(vscode.Uri.parse(uri), issue);
}
