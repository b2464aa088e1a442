import type { ConnectionEntry } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { openDocument } from "../../common/files.ts";
import { findInFolder } from "../../common/find-files.ts";
import { PROJECT_FILE_NAME, readProjectIn } from "../../common/project-settings.ts";
import { pickOne } from "../../common/questions.ts";
import { matchingConnection } from "../../connections/connection-list.ts";
import type { Connections } from "../../connections/connections.ts";
import type { ConnectionInfo } from "../../connections/types.ts";
import { readWritten } from "../../editor/documents/written-file.ts";
import type { Services } from "../../services/services.ts";
import type { Runs } from "../runs/runs.ts";
import type { RunView } from "../store/run.ts";
import { readRunProject } from "./run-project.ts";
import { runSources } from "./submit.ts";

/** A set, or all files of a project. */
interface SetItem extends vscode.QuickPickItem {
  readonly folder: vscode.WorkspaceFolder;
  /** Undefined for all files. */
  readonly set: string | undefined;
}

/**
 * Runs the files of a set of a project file, with its dates and currency and on its connection.
 * @param name the set; without it the user picks one
 * @param projectFile the file that has the set, whose changes are saved first; by default that of any folder of the workspace
 * @returns the run, or undefined if the user declines
 */
export async function runSet(
  services: Services,
  runs: Runs,
  name?: string,
  projectFile?: vscode.Uri,
): Promise<RunView | undefined> {
  const document = projectFile && openDocument(projectFile);
  if (document?.isDirty) await document.save();
  const { folder, set } = await chooseSet(name, projectFile);
  const project = await readRunProject(folder.uri, set);
  const { files } = await findInFolder(folder.uri, project?.files && { patterns: project.files });
  if (files.length === 0)
    throw new UserError(l10n.t("No parameter file matches `files` in {0}. Correct its globs.", PROJECT_FILE_NAME));
  const connection = project?.connectionEntry && requireConnection(services.connections, project.connectionEntry);
  const sources = await Promise.all(files.map((uri) => readWritten(services, uri)));
  return runSources(services, runs, sources, { project, connection });
}

async function chooseSet(name: string | undefined, projectFile: vscode.Uri | undefined): Promise<SetItem> {
  const folderOfFile = projectFile && vscode.workspace.getWorkspaceFolder(projectFile);
  const folders = folderOfFile === undefined ? (vscode.workspace.workspaceFolders ?? []) : [folderOfFile];
  const items = (await Promise.all(folders.map(setsOf))).flat();
  const matches = name === undefined ? items : items.filter(({ set }) => set === name);
  const [first] = matches;
  if (first === undefined)
    throw new UserError(
      l10n.t("No folder of the workspace has this set. Add it to `sets` in its {0}.", PROJECT_FILE_NAME),
    );
  return name !== undefined && matches.length === 1
    ? first
    : pickOne(matches, { placeHolder: l10n.t("Run which set?") });
}

/** The sets of a folder. A project file with errors has none, so it is reported. */
async function setsOf(folder: vscode.WorkspaceFolder): Promise<readonly SetItem[]> {
  const file = folder.uri.scheme === "file" ? await readProjectIn(folder.uri) : undefined;
  if (file === undefined) return [];
  if (file.project === undefined) await readRunProject(folder.uri);
  const { sets = {}, connection = "" } = file.project ?? {};
  const all: SetItem = {
    label: l10n.t("All files of the project"),
    description: connection,
    detail: folder.name,
    folder,
    set: undefined,
  };
  return [
    ...Object.entries(sets).map(([set, { connection: ofSet = connection }]) => ({
      ...all,
      label: set,
      description: ofSet,
      set,
    })),
    all,
  ];
}

/** @throws UserError if no connection of the user leads where the project file says: nothing is sent to an address of the file */
function requireConnection(connections: Connections, { name, source, connection }: ConnectionEntry): ConnectionInfo {
  const { origin } = new URL(connection.baseUrl);
  const info = matchingConnection(connections.all(), connections.active(), { name, baseUrl: connection.baseUrl });
  if (info !== undefined) return connection.isProduction === true ? { ...info, production: true } : info;
  throw new UserError(
    l10n.t(
      "The connection {0} ({1}) is for {2}, and none of your connections leads there. Nothing was sent. If you trust this address, add a connection with it; if several lead there, select one.",
      name,
      source,
      origin,
    ),
    {
      actions: [
        { title: l10n.t("Add Connection"), command: "analyticsEngines.connections.add" },
        { title: l10n.t("Select Connection"), command: "analyticsEngines.connections.select" },
      ],
    },
  );
}

/** The most files in one run: more are a mistake. */
const MAX_FILES = 2000;

/** The parameter files among the selected files and folders, each once and in order: those that the Action and the command find. */
export async function findParameterFiles(selected: readonly vscode.Uri[]): Promise<readonly vscode.Uri[]> {
  const filesByUri = new Map<string, vscode.Uri>();
  for (const uri of selected) {
    const { type } = await vscode.workspace.fs.stat(uri);
    const uris = (type & vscode.FileType.Directory) !== 0 ? (await findInFolder(uri)).files.slice(0, MAX_FILES) : [uri];
    for (const fileUri of uris) filesByUri.set(fileUri.toString(), fileUri);
  }
  return [...filesByUri.values()].sort((first, second) => (first.path < second.path ? -1 : 1));
}
