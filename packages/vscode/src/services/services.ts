import type { Fetch } from "@analytics-engines/core";
import { systemClock } from "@analytics-engines/core/basics";
import * as vscode from "vscode";
import type { Environment } from "../connections/clients.ts";
import { type Connections, createConnections } from "../connections/connections.ts";

/** What every feature of the extension works with. Creating it reads no network, no secret and no file. */
export interface Services extends Environment {
  readonly context: vscode.ExtensionContext;
  readonly connections: Connections;
  /** VS Code disposes of these with the extension. */
  readonly subscriptions: vscode.Disposable[];
}

export function createServices(context: vscode.ExtensionContext): Services {
  const log = vscode.window.createOutputChannel("Analytics Engines", { log: true });
  context.subscriptions.push(log);
  // Read at each call: VS Code replaces the global function while it starts.
  const fetch: Fetch = (request) => globalThis.fetch(request);
  const base = { context, log, clock: systemClock, fetch, subscriptions: context.subscriptions };
  return { ...base, connections: createConnections(context, base) };
}

/** Wraps a constructor so that every feature gets the same object, made at the first call. */
export function shared<T>(create: (services: Services) => T): (services: Services) => T {
  const instances = new WeakMap<Services, { readonly value: T }>();
  return (services) => {
    const instance = instances.get(services) ?? { value: create(services) };
    instances.set(services, instance);
    return instance.value;
  };
}
