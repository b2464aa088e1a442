import * as vscode from "vscode";
import type { Services } from "../../services/services.ts";

/** What a parameter file is compared with, in place of another file: its version in the last commit. */
export const HEAD = "HEAD";

/** The part of the API of VS Code's git extension that the editor uses. */
interface Repository {
  show(ref: string, path: string): Promise<string>;
}
interface GitApi {
  readonly onDidOpenRepository: vscode.Event<Repository>;
  readonly onDidCloseRepository: vscode.Event<Repository>;
  getRepository(uri: vscode.Uri): Repository | null;
}

/** The API, if the extension runs: VS Code disables it in workspaces that are not trusted. */
function gitApi(): GitApi | undefined {
  const exports: unknown = vscode.extensions.getExtension("vscode.git")?.exports;
  if (!hasApi(exports)) return undefined;
  try {
    return exports.getAPI(1);
  } catch {
    // It throws if git is missing or disabled.
    return undefined;
  }
}

function hasApi(exports: unknown): exports is { getAPI(version: 1): GitApi } {
  return typeof exports === "object" && exports !== null && "getAPI" in exports && typeof exports.getAPI === "function";
}

/** Calls back when VS Code opens or closes a repository, which happens some time after the start of a window. */
export async function watchRepositories({ subscriptions }: Services, onChange: () => void): Promise<void> {
  const extension = vscode.extensions.getExtension("vscode.git");
  if (!extension) return;
  // VS Code activates it anyway; this waits for it.
  await extension.activate();
  const api = gitApi();
  if (!api) return;
  subscriptions.push(api.onDidOpenRepository(onChange), api.onDidCloseRepository(onChange));
  onChange();
}

/** Whether the extension runs: it does not in a workspace that is not trusted. */
export function hasGit(): boolean {
  return gitApi() !== undefined;
}

/** Whether a file is in an open repository. */
export function isVersioned(uri: vscode.Uri): boolean {
  return uri.scheme !== "untitled" && Boolean(gitApi()?.getRepository(uri));
}

/** Reads the text of a file in HEAD; undefined if the file is not in a repository, or not in HEAD. */
export async function textInHead(uri: vscode.Uri): Promise<string | undefined> {
  const repository = gitApi()?.getRepository(uri);
  if (!repository) return undefined;
  try {
    return await repository.show("HEAD", uri.fsPath);
  } catch {
    // HEAD has no such file, or there is no commit yet.
    return undefined;
  }
}
