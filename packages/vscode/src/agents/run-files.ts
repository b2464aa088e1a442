import { shorten, visible } from "@analytics-engines/core/basics";
import { type RunInput, type RunTool, resolveOpenPath, ToolInputError, toolText } from "@analytics-engines/runs/review";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { confirm } from "../common/questions.ts";
import { SIMULATOR_ID } from "../connections/connection-list.ts";
import type { ConnectionInfo } from "../connections/types.ts";
import { readWritten } from "../editor/documents/written-file.ts";
import { type Runs, runsOf } from "../jobs/runs/runs.ts";
import type { PreparedFile } from "../jobs/start/prepare.ts";
import { runSources } from "../jobs/start/submit.ts";
import type { RunView } from "../jobs/store/run.ts";
import type { Services } from "../services/services.ts";
import { toolWorld } from "./world.ts";

/** The most files, and units of a file, that the question names; it counts the others. */
const MAX_NAMED = 20;

/** What a run tool is about to do, for the chat: the files and the connection. */
export function describeRun(services: Services, tool: RunTool, input: unknown): string {
  const { files } = tool.parse(input);
  return l10n.t(
    "Running {0} on {1}",
    files.slice(0, MAX_NAMED).map(toOneLine).join(", "),
    toOneLine(targetOf(services, tool).name),
  );
}

/**
 * Runs parameter files for a language model, if the user agrees. The run goes through the same checks as one that the user starts: of the files,
 * of a production connection, and of the same run in progress.
 */
export async function runForAgent(
  services: Services,
  tool: RunTool,
  value: unknown,
  token: vscode.CancellationToken,
): Promise<string> {
  const input = tool.parse(value);
  const connection = targetOf(services, tool);
  const uris = filesOf(services, input);
  const runs = runsOf(services);
  const sources = await Promise.all(uris.map((uri) => readWritten(services, uri)));
  const run = await runSources(services, runs, sources, {
    unitId: input.unit,
    connection,
    agree: (files) => askToRun(connection, files),
  });
  if (run === undefined) {
    const message = "Nothing was run: the user declined. Do not ask again unless the user wants it.";
    return toolText({ facts: { started: false, message } });
  }
  const store = await runs.store();
  await waitForEnd(services, runs, () => store.run(run.record.id), input.waitSeconds, token);
  return outcomeOf(runs, store.run(run.record.id) ?? run);
}

/** The connection that a tool runs on. @throws ToolInputError if the other tool is the right one */
function targetOf({ connections }: Services, { name }: RunTool): ConnectionInfo {
  const active = connections.active();
  if (name === "runOnSimulator") {
    const simulator = connections.all().find(({ id }) => id === SIMULATOR_ID);
    if (simulator !== undefined) return simulator;
  }
  if (active === undefined)
    throw new ToolInputError("No connection is active. Ask the user to select one, or use runOnSimulator.");
  if (active.id === SIMULATOR_ID)
    throw new ToolInputError("The active connection is the simulator. Use runOnSimulator.");
  return active;
}

function filesOf(services: Services, { files, unit }: RunInput): readonly vscode.Uri[] {
  const world = toolWorld(services);
  const paths = [...new Set(files.map((path) => resolveOpenPath(world, path).file))];
  if (unit !== undefined && paths.length !== 1)
    throw new ToolInputError("A single unit is of one file. Name one file, or leave out unit.");
  return paths.map((file) => vscode.Uri.file(file));
}

/** Asks the user, even if VS Code approves every tool by itself. */
function askToRun({ name, baseUrl, production }: ConnectionInfo, files: readonly PreparedFile[]): Promise<boolean> {
  const what = files.length === 1 ? l10n.t("1 file") : l10n.t("{0} files", files.length);
  const question = production
    ? l10n.t('Run {0} on the production connection "{1}" for a language model?', what, toOneLine(name))
    : l10n.t('Run {0} on the connection "{1}" for a language model?', what, toOneLine(name));
  const lines = files.slice(0, MAX_NAMED).map(({ file }) => `${toOneLine(file.path)}: ${someOf(file.units)}`);
  const more = files.length > MAX_NAMED ? [l10n.t("and {0} more", files.length - MAX_NAMED)] : [];
  return confirm(question, l10n.t("Run"), [baseUrl, ...lines, ...more].join("\n"));
}

function someOf(units: readonly string[]): string {
  const unitNames = units.slice(0, MAX_NAMED).map(toOneLine).join(", ");
  return units.length > MAX_NAMED ? `${unitNames}, ${l10n.t("and {0} more", units.length - MAX_NAMED)}` : unitNames;
}

/** A name of a file or the service on one line. */
function toOneLine(text: string): string {
  return shorten(visible(text), 100);
}

/** Resolves at the end of a run or a pause, after some seconds, or when the model no longer waits. The run continues. */
function waitForEnd(
  { clock }: Services,
  { onDidChange }: Runs,
  current: () => RunView | undefined,
  seconds: number,
  token: vscode.CancellationToken,
): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      cancelTimer();
      for (const listener of listeners) listener.dispose();
      resolve();
    };
    const stopAtEnd = () => {
      const state = current()?.state;
      if (state === undefined || state === "finished" || state === "paused") stop();
    };
    const cancelTimer = clock.setTimer(seconds * 1000, stop);
    const listeners = [onDidChange(stopAtEnd), token.onCancellationRequested(stop)];
    stopAtEnd();
  });
}

async function outcomeOf(runs: Runs, run: RunView): Promise<string> {
  const { record, state, problem } = run;
  const outcome = await runs.outcomeOf(run);
  const items = (await runs.jobsOf(run)).flatMap(({ path, units, problem: why }) =>
    units.map(({ id, status, errors, warnings }) => ({
      file: path,
      unit: id,
      status,
      ...(errors.length > 0 && { errors: errors.slice(0, 5) }),
      ...(warnings.length > 0 && { warnings: warnings.slice(0, 5) }),
      ...(why !== undefined && { problem: why }),
    })),
  );
  const { name, baseUrl } = record.connection;
  const facts = {
    started: true,
    run: record.id,
    connection: name,
    baseUrl,
    state,
    status: outcome?.status,
    missingResults: outcome?.missing,
    failedChecks: outcome?.failedChecks,
    problem,
    next:
      state === "finished" ? "Read the results with readTable." : "The run continues. Ask readTable about it later.",
  };
  return toolText({ facts, list: { name: "units", items, rest: "Read the units of the run with readTable." } });
}
