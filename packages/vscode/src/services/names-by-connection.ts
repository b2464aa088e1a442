import { createServiceNames, type ServiceNames } from "@analytics-engines/runs/lookup";
import * as vscode from "vscode";
import type { ConnectionInfo } from "../connections/types.ts";
import { type Services, shared } from "./services.ts";

/** The names that the services of the user's connections know, with one cache for each connection. */
export const namesOf = shared(({ connections, clock, subscriptions }: Services) => {
  const changed = new vscode.EventEmitter<void>();
  const namesById = new Map<string, { readonly info: ConnectionInfo; readonly names: ServiceNames }>();
  let isAnnounced = false;
  const announce = () => {
    if (isAnnounced) return;
    isAnnounced = true;
    queueMicrotask(() => {
      isAnnounced = false;
      changed.fire();
    });
  };
  const of = (info: ConnectionInfo): ServiceNames => {
    const cachedNames = namesById.get(info.id);
    // An edited connection may lead to another service.
    if (cachedNames?.info.baseUrl === info.baseUrl && cachedNames.info.auth === info.auth) return cachedNames.names;
    const names = createServiceNames(() => connections.client(info), { clock, onAnswer: announce });
    namesById.set(info.id, { info, names });
    return names;
  };
  subscriptions.push(changed, connections.onDidChangeActive(announce));
  return {
    /** The names of the active connection; undefined without one, or in a workspace that is not trusted. Sends nothing. */
    active() {
      const info = vscode.workspace.isTrusted ? connections.active() : undefined;
      return info && of(info);
    },
    of,
    /** Drops the names of a connection, by default of the active one, so that they are requested again. */
    forget(info = connections.active()): void {
      if (info) namesById.delete(info.id);
      announce();
    },
    /** Fires after an answer, after `forget` and after a switch of the connection; at most once a tick. */
    onDidChange: changed.event,
  };
});
