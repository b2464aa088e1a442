import { type Fetch, systemClock } from "@analytics-engines/core";
import * as vscode from "vscode";
import type { Environment } from "../connections/clients.ts";
import { type ConnectionManager, createConnections } from "../connections/connections.ts";
import type { Explorer } from "../explorer/explorer.ts";

type CommandHandler = Parameters<typeof vscode.commands.registerCommand>[1];

/** What every room is handed. Making it touches neither network, nor secrets, nor files. */
export interface Services extends Environment {
  readonly connections: ConnectionManager;
  /** What the commands do whose rooms are loaded. */
  readonly handlers: Map<string, CommandHandler>;
  /** Disposed with the extension. */
  readonly subscriptions: vscode.Disposable[];
  /** The tree of what the service knows, once its room is active. */
  explorer?: Explorer;
}

export function createServices(context: vscode.ExtensionContext): Services {
  const log = vscode.window.createOutputChannel("Analytics Engines", { log: true });
  context.subscriptions.push(log);
  // Looked up at each call: VS Code replaces the global one while it starts.
  const fetch: Fetch = (request) => globalThis.fetch(request);
  const base = { log, clock: systemClock, fetch, subscriptions: context.subscriptions };
  return { ...base, handlers: new Map(), connections: createConnections(context, base) };
}
