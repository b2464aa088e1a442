import { selectFiles } from "@analytics-engines/runs/files";
import * as vscode from "vscode";

/** The most files in one run: more are a mistake. */
const MAX_FILES = 2000;

/** The parameter files among the selected files and folders, each once and in order: those that the Action and the command find. */
export async function findParameterFiles(selected: readonly vscode.Uri[]): Promise<readonly vscode.Uri[]> {
  const found = new Map<string, vscode.Uri>();
  for (const uri of selected) {
    const { type } = await vscode.workspace.fs.stat(uri);
    const uris = (type & vscode.FileType.Directory) !== 0 ? (await filesIn(uri)).files : [uri];
    for (const one of uris) found.set(one.toString(), one);
  }
  return [...found.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** The parameter files of a folder, and the journals of its run folders. @param limit the most JSON files to look at */
export async function filesIn(
  folder: vscode.Uri,
  limit?: number,
): Promise<Record<"files" | "journals", readonly vscode.Uri[]>> {
  // The journals show which folders are run folders.
  const pattern = new vscode.RelativePattern(folder, "**/*.{json,jsonl}");
  const all = await vscode.workspace.findFiles(pattern, "**/node_modules/**", limit);
  const root = folder.path.replace(/\/$/, "").length + 1;
  const byPath = new Map(all.map((uri) => [uri.path.slice(root), uri]));
  const { files } = selectFiles([...byPath.keys()], {});
  return {
    files: files.slice(0, MAX_FILES).flatMap((file) => byPath.get(file) ?? []),
    journals: all.filter(({ path }) => path.endsWith("/journal.jsonl")),
  };
}
