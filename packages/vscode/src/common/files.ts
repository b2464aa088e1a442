import * as vscode from "vscode";

/** The document of a file that VS Code has open, whether or not an editor shows it. */
export function openDocument(uri: vscode.Uri | string): vscode.TextDocument | undefined {
  const address = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === address);
}

/** The text of a file with the changes that are not saved. Opens no document, which other extensions would follow. */
export async function textOf(uri: vscode.Uri): Promise<string> {
  return openDocument(uri)?.getText() ?? new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

/** Whether a file or a folder is on its disk. */
export async function exists(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

/** The path of a file in a folder, relative to the folder, with `/`. */
export function pathIn(folder: vscode.Uri, file: vscode.Uri): string {
  return file.path.slice(folder.path.replace(/\/$/, "").length + 1);
}
