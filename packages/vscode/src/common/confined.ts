import * as vscode from "vscode";

/**
 * Why a file must not be read, by the rule of all shells for files that a checked-out file is or names: the rest of a sentence that begins with
 * its name. Undefined for a file that may be read, and for one that is not on a disk.
 *
 * @param beside a file of the folder of the workspace that the other may not lie outside of; by default the file itself
 */
export async function outsideReason(file: vscode.Uri, beside: vscode.Uri = file): Promise<string | undefined> {
  if (!isOnDisk(file)) return undefined;
  const { lookAtFile, projectRoot } = await import("@analytics-engines/runs/files");
  const folder = vscode.workspace.getWorkspaceFolder(beside);
  const root = folder?.uri.fsPath ?? projectRoot(vscode.Uri.joinPath(beside, "..").fsPath);
  return lookAtFile(file.fsPath, root);
}

/** The bytes of a file of a folder. Throws where the file must not be read. */
export async function readOnDisk(file: vscode.Uri, folder: vscode.Uri, maxBytes: number): Promise<Uint8Array> {
  const { readInRoot } = await import("@analytics-engines/runs/files");
  const read = readInRoot(file.fsPath, folder.fsPath, maxBytes);
  if ("content" in read) return read.content;
  throw new Error("problem" in read ? read.problem : "is too large");
}

/** Whether a file is on this machine. */
export function isOnDisk({ scheme }: vscode.Uri): boolean {
  return scheme === "file";
}
