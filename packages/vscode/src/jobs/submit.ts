import { randomBytes } from "node:crypto";
import path from "node:path";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Services } from "../common/context.ts";
import { UserError } from "../common/errors.ts";
import type { ConnectionInfo } from "../connections/types.ts";
import type { Jobs } from "./jobs.ts";
import { InvalidFileError, type PreparedFile, prepareFile, type Source } from "./prepare-file.ts";
import type { Run } from "./run.ts";

/** What is asked of a run beside its files. */
export interface Wishes {
  /** Only this unit, of the only text. */
  readonly unitId?: string | undefined;
  /** Patterns of the units whose commentaries are asked for. */
  readonly commentary?: readonly string[] | undefined;
}

/**
 * Checks texts and runs them on the active connection, all or none.
 * @returns the run, or nothing where the user would rather not
 */
export async function submit(
  services: Services,
  jobs: Jobs,
  sources: readonly Source[],
  { unitId, commentary }: Wishes = {},
): Promise<Run | undefined> {
  const files = await prepareAll(sources, unitId);
  return submitPrepared(services, jobs, files, commentary);
}

/** Runs what was prepared, or was run before. */
export async function submitPrepared(
  { connections, clock }: Services,
  jobs: Jobs,
  files: readonly PreparedFile[],
  commentary?: readonly string[],
): Promise<Run | undefined> {
  // What is wrong with the connection is said before anything is kept.
  await connections.client();
  const info = connections.active();
  if (info === undefined || !(await connections.confirmRun(info))) return undefined;
  const store = await jobs.store();
  const id = randomBytes(16).toString("hex");
  const startedAt = new Date(clock.now()).toISOString();
  const folder = (await resultsFolder(files, startedAt, id)) ?? store.runFolder(id);
  const recorded = files.map(({ file }) => file);
  const record = { version: 1, id, connection: shortOf(info), startedAt, folder, files: recorded } as const;
  const wished = commentary === undefined ? record : { ...record, commentary };
  return store.start({ record: wished, requests: files.map(({ request }) => request) });
}

async function prepareAll(sources: readonly Source[], unitId: string | undefined): Promise<readonly PreparedFile[]> {
  if (sources.length === 0) throw new UserError(l10n.t("There are no parameter files here."));
  const files: PreparedFile[] = [];
  const invalid: InvalidFileError[] = [];
  for (const source of sources) {
    try {
      files.push(await prepareFile(source, unitId));
    } catch (error) {
      if (!(error instanceof InvalidFileError)) throw error;
      invalid.push(error);
    }
  }
  const [first] = invalid;
  if (first === undefined) return files;
  const message =
    sources.length === 1
      ? first.message
      : l10n.t("Nothing is run: {0} of {1} files have errors. {2}", invalid.length, sources.length, first.message);
  throw new UserError(message, { actions: [showPlace(first)] });
}

function showPlace({ uri, issue }: InvalidFileError) {
  const title = l10n.t("Show the error");
  if (uri === undefined) return { title, command: "workbench.actions.view.problems" };
  const { start, end } = issue.range;
  const selection = new vscode.Range(start.line - 1, start.column - 1, end.line - 1, end.column - 1);
  return { title, command: "vscode.open", args: [vscode.Uri.parse(uri), { selection }] };
}

function shortOf({ id, name, baseUrl }: ConnectionInfo) {
  return { id, name, baseUrl };
}

/** The run folder in the workspace, where the settings want it there. */
async function resultsFolder(
  files: readonly PreparedFile[],
  startedAt: string,
  id: string,
): Promise<string | undefined> {
  const wanted = vscode.workspace.getConfiguration("analyticsEngines").get("jobs.resultsFolder", "").trim();
  if (wanted === "") return undefined;
  const uri = files[0]?.file.uri;
  const own = uri === undefined ? undefined : vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(uri));
  const workspace = own ?? vscode.workspace.workspaceFolders?.[0];
  if (workspace?.uri.scheme !== "file") return undefined;
  const root = workspace.uri.fsPath;
  const parent = path.resolve(root, wanted);
  if (path.isAbsolute(wanted) || !`${parent}${path.sep}`.startsWith(`${root}${path.sep}`)) {
    throw new UserError(
      l10n.t('The folder for results "{0}" is not inside of the workspace. Change it in the settings.', wanted),
    );
  }
  const { linkOutOf } = await import("@analytics-engines/runs");
  const target = linkOutOf(root, parent);
  if (target !== undefined) {
    throw new UserError(
      l10n.t(
        'A link leads the folder for results "{0}" to {1}, outside of the workspace. Remove the link, or change the settings.',
        parent,
        target,
      ),
    );
  }
  return path.join(parent, `${startedAt.slice(0, 19).replaceAll(":", "-")}-${id.slice(0, 8)}`);
}
