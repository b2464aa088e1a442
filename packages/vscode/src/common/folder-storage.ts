import { createHash } from "node:crypto";
import path from "node:path";
import * as vscode from "vscode";

type Storage = Pick<vscode.ExtensionContext, "globalStorageUri">;

/**
 * Where the extension keeps what belongs to a folder and not to a window, such as its runs: all windows of the folder share it.
 * @param folder by default the first of the workspace; without one, the storage of the user
 */
export function storageOf(
  { globalStorageUri }: Storage,
  folder: vscode.WorkspaceFolder | undefined = vscode.workspace.workspaceFolders?.[0],
): string {
  const root = globalStorageUri.fsPath;
  return folder === undefined ? root : path.join(root, "folders", folderKey(folder));
}

/** A name for a folder that each of its windows finds: 32 hex digits. */
export function folderKey({ uri }: vscode.WorkspaceFolder): string {
  const address = uri.toString();
  // Windows and macOS open one folder under several spellings.
  const spelling = process.platform === "linux" ? address : address.toLowerCase();
  return createHash("sha256").update(spelling).digest("hex").slice(0, 32);
}

/** The folder of the workspace with a file; undefined without one. */
export function folderOf(uri: string | undefined): vscode.WorkspaceFolder | undefined {
  return uri === undefined ? undefined : vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(uri));
}
