import * as vscode from "vscode";

/** Notes the proxy of VS Code's settings at the error of a request, so that messages can name it. Its credentials are left out. */
export async function nameProxy(error: unknown): Promise<void> {
  const proxy = URL.parse(vscode.workspace.getConfiguration("http").get("proxy", ""));
  if (proxy === null || !(error instanceof Error)) return;
  const { noteProxy } = await import("@analytics-engines/core/client");
  noteProxy(error, `${proxy.protocol}//${proxy.host}`);
}
