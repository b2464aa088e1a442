import { familyOfSweep } from "@analytics-engines/core/basics";
import { excludedFolders, type Selection, selectFiles, withoutSweepFiles } from "@analytics-engines/runs/lookup";
import * as vscode from "vscode";
import { pathIn, textOf } from "./files.ts";
import { familiesFor, loadReaders, readProjects } from "./project-settings.ts";

/** What no search of the workspace looks at. */
export const EXCLUDED_GLOB = `**/{${excludedFolders.join(",")}}/**`;

/** JSON files, among which the journals show which folders are run folders. */
const CANDIDATE_GLOB = "**/*.{[jJ][sS][oO][nN],jsonl}";

export interface SearchOptions {
  /** The most JSON files to look at. */
  readonly limit?: number;
  readonly token?: vscode.CancellationToken;
}

/**
 * Finds files of a folder in the workspace: those that the Action and the command find, sorted; and the journals of run folders.
 * @param selection patterns and paths, relative to the workspace's folder; by default the parameter files and sweeps of the folder
 */
export async function findInFolder(
  folder: vscode.Uri,
  selection?: Pick<Selection, "patterns" | "paths">,
  { limit, token }: SearchOptions = {},
): Promise<Record<"files" | "journals", readonly vscode.Uri[]>> {
  // Globs of families begin at the workspace's folder, and the folder itself can be in a run folder.
  const root = vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder;
  await readProjects();
  const pattern = new vscode.RelativePattern(root, CANDIDATE_GLOB);
  const all = await vscode.workspace.findFiles(pattern, EXCLUDED_GLOB, limit, token);
  const byPath = new Map(all.map((uri) => [pathIn(root, uri), uri]));
  const meant = { ...(selection ?? { paths: [pathIn(root, folder) || "."] }), families: familiesFor(root) };
  const { files } = selectFiles([...byPath.keys()], meant);
  const namedBySweeps = await listNamed(byPath);
  return {
    files: withoutSweepFiles(files, meant, () => namedBySweeps).flatMap((file) => byPath.get(file) ?? []),
    journals: all.filter(({ path }) => path.endsWith("/journal.jsonl")),
  };
}

/** The paths of the files that sweeps name. One that cannot be read names none, and is reported when it runs. */
async function listNamed(byPath: ReadonlyMap<string, vscode.Uri>): Promise<readonly string[]> {
  const sweeps = [...byPath].filter(([path]) => familyOfSweep(path) !== undefined);
  if (sweeps.length === 0) return [];
  const { listSweepFiles } = await loadReaders();
  const names = sweeps.map(async ([path, uri]) => {
    // A run saves the changes first.
    const text = await textOf(uri).catch(() => "");
    return listSweepFiles(text, path);
  });
  return (await Promise.all(names)).flat();
}

/**
 * The JSON files and journals of a folder of the workspace, relative to it, that globs of its project file can mean.
 * @returns undefined if there are more than `limit`, so that nobody knows all of them
 */
export async function listJsonFiles(folder: vscode.Uri, limit: number): Promise<readonly string[] | undefined> {
  const pattern = new vscode.RelativePattern(folder, CANDIDATE_GLOB);
  const all = await vscode.workspace.findFiles(pattern, EXCLUDED_GLOB, limit + 1);
  return all.length > limit ? undefined : all.map((uri) => pathIn(folder, uri));
}

/** Finds files in all folders of the workspace. */
export async function findInWorkspace(
  selection: Pick<Selection, "patterns" | "paths">,
  options?: SearchOptions,
): Promise<readonly vscode.Uri[]> {
  const roots = vscode.workspace.workspaceFolders ?? [];
  return (await Promise.all(roots.map(({ uri }) => findInFolder(uri, selection, options)))).flatMap(
    ({ files }) => files,
  );
}
