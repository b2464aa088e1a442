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
