import { randomBytes } from "node:crypto";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { executeCommand } from "../common/commands.ts";
import type { Services } from "../common/context.ts";
import { describeError, UserCanceledError, UserError } from "../common/errors.ts";
import { exportText, readExport, simulatorId } from "./connection-list.ts";
import { startDraft } from "./draft.ts";
import { runConnectionFlow } from "./flow.ts";
import { connectionIcon, describeConnection } from "./look.ts";
import type { ConnectionInfo } from "./types.ts";

/** Asks for a new connection, saves it and makes it active. */
export async function addConnection({ connections, log }: Services): Promise<void> {
  const draft = startDraft(undefined, randomBytes(6).toString("hex"));
  await runConnectionFlow(connections, draft, (error) => log.warn(describeError(error).details));
  await connections.setActive(draft.id);
}

export async function editConnection({ connections, log }: Services, info: ConnectionInfo): Promise<void> {
  await runConnectionFlow(connections, startDraft(info, info.id), (error) => log.warn(describeError(error).details));
}

export async function removeConnection({ connections }: Services, info: ConnectionInfo): Promise<void> {
  const remove = l10n.t("Remove");
  const detail = l10n.t("Its credentials are removed from the system's keyring too.");
  const question = l10n.t('Remove the connection "{0}"?', info.name);
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, remove)) === remove)
    await connections.remove(info);
}

/** The user's own connection with an id, or the one that they pick. */
export async function chooseOwn(
  { connections }: Services,
  id: unknown,
  placeHolder: string,
): Promise<ConnectionInfo | undefined> {
  const own = connections.all().filter((info) => info.id !== simulatorId);
  const named = own.find((info) => info.id === id);
  if (named !== undefined) return named;
  if (own.length === 0) throw nothingYet();
  return (await vscode.window.showQuickPick(own.map(itemOf), { placeHolder }))?.info;
}

function nothingYet(): UserError {
  return new UserError(l10n.t("There is no connection yet."), {
    actions: [{ title: l10n.t("Add connection"), command: "analyticsEngines.connections.add" }],
  });
}

/** Makes another connection the workspace's. */
export async function selectConnection({ connections }: Services): Promise<void> {
  const active = connections.active()?.id;
  const items = connections.all().map((info) => {
    const item = itemOf(info);
    return info.id === active ? { ...item, description: l10n.t("{0} (in use)", item.description) } : item;
  });
  const add = { label: l10n.t("Add Connection..."), iconPath: new vscode.ThemeIcon("add"), info: undefined };
  const mend = connections.problems().map((problem) => ({
    label: l10n.t("Open Settings"),
    detail: problem,
    iconPath: new vscode.ThemeIcon("warning"),
    info: undefined,
    opensSettings: true,
  }));
  const separator = { label: "", kind: vscode.QuickPickItemKind.Separator, info: undefined };
  const placeHolder = l10n.t("The service that this window works with");
  const picked = await vscode.window.showQuickPick([...items, separator, add, ...mend], {
    placeHolder,
    matchOnDescription: true,
  });
  if (picked === undefined) throw new UserCanceledError();
  if (picked.info !== undefined) await connections.setActive(picked.info.id);
  else if ("opensSettings" in picked)
    await vscode.commands.executeCommand("workbench.action.openSettings", "analyticsEngines.connections");
  else await executeCommand("analyticsEngines.connections.add");
}

function itemOf(info: ConnectionInfo) {
  return { label: info.name, description: describeConnection(info), iconPath: connectionIcon(info), info };
}

const filters = { JSON: ["json"] };

/** Writes the connections without their secrets to a file that the user names. */
export async function exportConnections({ connections }: Services): Promise<void> {
  const own = connections.all().filter(({ id }) => id !== simulatorId);
  if (own.length === 0) throw nothingYet();
  const file = await vscode.window.showSaveDialog({ filters, title: l10n.t("Export Connections") });
  if (file === undefined) throw new UserCanceledError();
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(exportText(own)));
  const names = own.map(({ name }) => name).join(", ");
  void vscode.window.showInformationMessage(l10n.t("Exported, without credentials: {0}.", names));
}

/** Puts the connections of a file into the settings. One that is there already is replaced only after a question. */
export async function importConnections({ connections }: Services): Promise<void> {
  const [file] = (await vscode.window.showOpenDialog({ filters, title: l10n.t("Import Connections") })) ?? [];
  if (file === undefined) throw new UserCanceledError();
  const read = readExport(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
  if (read.problems.length > 0) throw new UserError(read.problems.join(" "));
  const same = (info: ConnectionInfo) => connections.all().find(({ id, name }) => id === info.id || name === info.name);
  const replaced = read.connections.filter(same);
  if (replaced.length > 0) {
    const replace = l10n.t("Replace");
    const question = l10n.t(
      "These connections are there already: {0}. Replace them?",
      replaced.map(({ name }) => name).join(", "),
    );
    if ((await vscode.window.showWarningMessage(question, { modal: true }, replace)) !== replace)
      throw new UserCanceledError();
  }
  // One that is known keeps its id, which its credentials are stored under.
  for (const info of read.connections) await connections.save({ ...info, id: same(info)?.id ?? info.id });
  const names = read.connections.map(({ name }) => name).join(", ");
  const told = l10n.t("Imported: {0}. Credentials that are not on this machine are asked for at the first use.", names);
  void vscode.window.showInformationMessage(told);
}
