import { keyOfUnit } from "@analytics-engines/runs/browser";
import { UserError } from "@analytics-engines/runs/host";
import * as vscode from "vscode";
import { baseName } from "../common/base-name.ts";
import type { ResultVerb } from "../results/source/messages.ts";
import { contentOfFile, findStoredResult, openFolder, type Target } from "../results/source/run-source.ts";
import type { Subject } from "../results/viewers/viewer.ts";
import { createViewers, type ViewableRun } from "../results/viewers/viewers.ts";
import { type Services, shared } from "../services/services.ts";
import { exportToWorkspace } from "./export-to-workspace.ts";
import { needsDesktop } from "./refuse.ts";
import { MAX_BYTES_IN_BROWSER, workspaceHost } from "./workspace-folder.ts";

/** The pages with the results of the workspace. The id of a run is the URI of its folder. */
export const workspaceViewersOf = shared((services: Services) => {
  // The title is a path, which does not change.
  const changed = new vscode.EventEmitter<void>();
  services.subscriptions.push(changed);
  return createViewers(services, {
    find: findRun,
    titleOf: () => undefined,
    onDidChange: changed.event,
    readFile,
    act,
  });
});

/** Finds a run only in the open folders: the id may come from a page, which shows untrusted data. */
async function findRun(id: string): Promise<ViewableRun> {
  const uri = vscode.Uri.parse(id);
  if (vscode.workspace.getWorkspaceFolder(uri) === undefined)
    throw new UserError(vscode.l10n.t("{0} is not in a folder that is open. Open its folder to compare it.", id));
  return { title: vscode.workspace.asRelativePath(uri), open: () => openFolder(id, workspaceHost) };
}

/** Reads a run folder by its manifest, a result of a run folder, or a result file alone. */
async function readFile(uri: vscode.Uri): Promise<Subject> {
  const name = baseName(uri.path);
  const folder = vscode.Uri.joinPath(uri, "..");
  if (name === "manifest.json") {
    const source = await openFolder(folder.toString(), workspaceHost);
    return { kind: "run", source, state: { run: source.folder } };
  }
  const result = await findStoredResult(
    [
      { folder: folder.toString(), name },
      { folder: vscode.Uri.joinPath(folder, "..").toString(), name: `${baseName(folder.path)}/${name}` },
    ],
    workspaceHost,
  );
  if (result !== undefined) {
    const { source } = result;
    return { kind: "run", source, state: { run: source.folder, selected: keyOfUnit(result) } };
  }
  const { size } = await vscode.workspace.fs.stat(uri);
  const content = await contentOfFile(name, size, MAX_BYTES_IN_BROWSER, async () => vscode.workspace.fs.readFile(uri));
  return { kind: "result", name, content };
}

async function act(verb: ResultVerb, target: Target): Promise<unknown> {
  return verb === "open" ? needsDesktop("program") : exportToWorkspace(target, "csv", undefined);
}
