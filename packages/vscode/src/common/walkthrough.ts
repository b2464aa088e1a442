import * as vscode from "vscode";

/** A step of the walkthrough, by its id in the manifest. */
export type WalkthroughStep = "example" | "run" | "results" | "service" | "browse" | "write";

/** Marks a step of the walkthrough as done: VS Code watches the context key. */
export function completeStep(step: WalkthroughStep): void {
  void vscode.commands.executeCommand("setContext", `analyticsEngines.done.${step}`, true);
}
