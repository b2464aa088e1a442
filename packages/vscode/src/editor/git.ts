import * as vscode from "vscode";

/** What is used of the API of VS Code's own git extension. */
interface Repository {
  show(ref: string, path: string): Promise<string>;
}
interface GitApi {
  readonly onDidOpenRepository: vscode.Event<Repository>;
  readonly onDidCloseRepository: vscode.Event<Repository>;
  getRepository(uri: vscode.Uri): Repository | null;
}

/** The API, where the extension is there and running: it is disabled in workspaces that are not trusted. */
function gitApi(): GitApi | undefined {
  const exports: unknown = vscode.extensions.getExtension("vscode.git")?.exports;
  if (!hasApi(exports)) return undefined;
  try {
    return exports.getAPI(1);
  } catch {
    // It throws where git is missing or turned off.
    return undefined;
  }
}

function hasApi(exports: unknown): exports is { getAPI(version: 1): GitApi } {
  return typeof exports === "object" && exports !== null && "getAPI" in exports && typeof exports.getAPI === "function";
}

/** Calls back when repositories are opened or closed, which VS Code does some time after it has opened a window. */
export async function watchRepositories(context: vscode.ExtensionContext, onChange: () => void): Promise<void> {
  const extension = vscode.extensions.getExtension("vscode.git");
  if (!extension) return;
  // VS Code starts it by itself; this waits for it.
  await extension.activate();
  const api = gitApi();
  if (!api) return;
  context.subscriptions.push(api.onDidOpenRepository(onChange), api.onDidCloseRepository(onChange));
  onChange();
}

/** Whether a file is in a repository that VS Code has open. */
export function isVersioned(uri: vscode.Uri): boolean {
  return uri.scheme !== "untitled" && Boolean(gitApi()?.getRepository(uri));
}

/** The text of a file in HEAD; undefined where the file is in no repository, or not in HEAD. */
export async function textInHead(uri: vscode.Uri): Promise<string | undefined> {
  const repository = gitApi()?.getRepository(uri);
  if (!repository) return undefined;
  try {
    return await repository.show("HEAD", uri.fsPath);
  } catch {
    // Git says in many words that there is no such file, or no commit yet.
    return undefined;
  }
}
