import assert from "node:assert/strict";
import { type Clock, systemClock } from "@analytics-engines/core/basics";
import { createSimulator, type Simulator, type SimulatorOptions } from "@analytics-engines/simulator";
import * as vscode from "vscode";
import type { ConnectionInfo } from "../../src/connections/types.ts";
import type { Services } from "../../src/services/services.ts";
import type { ActiveExtension } from "../../src/start.ts";

/** Activates the extension and returns its services. */
export async function activated(): Promise<Services> {
  return (await activeExtension()).services;
}

/** Activates the extension and returns its services and views. */
export async function activeExtension(): Promise<ActiveExtension> {
  const extension = vscode.extensions.getExtension<ActiveExtension>("analytics-engines.analytics-engines");
  assert.ok(extension, "the extension is known to VS Code");
  return extension.activate();
}

/** The open folder: a writable copy of `test/workspace`. */
export function workspaceFolder(): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, "a folder is open");
  return folder.uri;
}

/** Writes a file into the open folder. */
export async function writeFile(name: string, text: string): Promise<vscode.Uri> {
  const uri = vscode.Uri.joinPath(workspaceFolder(), name);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  return uri;
}

/** Shows a file as the user would open it. */
export async function showFile(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document);
  return document;
}

/** Writes a file into the open folder and shows it. */
export async function openFile(name: string, text: string): Promise<vscode.TextDocument> {
  return showFile(await writeFile(name, text));
}

/** A clock for a simulator that stops until a test moves it, so that no state passes unseen. */
export function standingClock(): Clock & { move(seconds: number): void } {
  let now = Date.now();
  return {
    now: () => now,
    setTimer: systemClock.setTimer,
    move(seconds) {
      now += seconds * 1000;
    },
  };
}

/** Starts a simulator for a suite, for faults and its list of requests, with an active connection to it. */
export async function connectToSimulator(
  options: SimulatorOptions = {},
): Promise<{ simulator: Simulator; info: ConnectionInfo; close(): Promise<void> }> {
  const { connections } = await activated();
  const simulator = createSimulator({ maxAgeSeconds: 0, jobSeconds: 0, ...options });
  const { url, close } = await simulator.listen();
  const id = `test-${new URL(url).port}`;
  const info: ConnectionInfo = { id, name: id, baseUrl: url, auth: "basic", production: false };
  await connections.save(info, { kind: "basic", username: "DEMO-1", password: "demo" });
  await connections.setActive(id);
  return {
    simulator,
    info,
    async close() {
      await connections.setActive(undefined);
      await connections.remove(info);
      await close();
    },
  };
}
