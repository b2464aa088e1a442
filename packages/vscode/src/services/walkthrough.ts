import * as vscode from "vscode";
import type { ConnectionInfo } from "../connections/types.ts";
import { type Services, shared } from "./services.ts";
import { createWalkthroughSteps, type WalkthroughStep } from "./walkthrough-steps.ts";

/** The key in the storage of the user: the steps that are done. */
const COMPLETED_STEPS_KEY = "walkthrough.done";
/** VS Code may read the steps of a walkthrough some time after its tab appears. */
const READ_MS = 2000;

/** The steps of the walkthrough, which complete when their tasks are done. */
export const walkthroughOf = shared(({ context: { globalState } }: Services) =>
  createWalkthroughSteps({
    completedSteps: () => globalState.get<readonly WalkthroughStep[]>(COMPLETED_STEPS_KEY, []),
    remember: (steps) => void globalState.update(COMPLETED_STEPS_KEY, steps),
    setKey: (step, value) => void vscode.commands.executeCommand("setContext", `analyticsEngines.done.${step}`, value),
  }),
);

/** Completes on each walkthrough that opens the steps that were done before. */
export function watchWalkthrough(services: Services, mayHaveHistory: () => boolean): void {
  const { clock, connections, subscriptions } = services;
  const steps = walkthroughOf(services);
  let cancelTimer: (() => void) | undefined;

  function show(): void {
    if (connections.all().some(isOwnService)) steps.complete("service");
    if (mayHaveHistory()) steps.complete("run");
    steps.show();
  }

  function lookAt(tabs: readonly vscode.Tab[]): void {
    // VS Code does not say which tab has a walkthrough, only that it is none of files, terminals and pages of extensions.
    if (tabs.every(({ input }) => input !== undefined)) return;
    show();
    cancelTimer?.();
    cancelTimer = clock.setTimer(READ_MS, show);
  }

  function noteConnection(info: ConnectionInfo | undefined): void {
    if (info !== undefined && isOwnService(info)) steps.complete("service");
  }

  lookAt(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs));
  subscriptions.push(
    connections.onDidChangeActive(noteConnection),
    vscode.window.tabGroups.onDidChangeTabs(({ opened }) => lookAt(opened)),
    { dispose: () => cancelTimer?.() },
  );
}

function isOwnService({ auth }: ConnectionInfo): boolean {
  return auth !== "simulator";
}
