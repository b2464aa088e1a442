import * as vscode from "vscode";
import type { ConnectionInfo } from "../connections/types.ts";
import type { Services } from "./context.ts";
import { createServiceNames, type ServiceNames } from "./service-names.ts";

/** What the services of the user's connections know by name, one cache a connection. */
export interface NamesByConnection {
  /** The names of the active connection; undefined where there is none, or the workspace is not trusted. Asks nothing yet. */
  active(): ServiceNames | undefined;
  of(info: ConnectionInfo): ServiceNames;
  /** Forgets what a connection's service knows (by default the active one's), so that it is asked anew. */
  forget(info?: ConnectionInfo): void;
  /** More is known, or something was forgotten, or another connection is active. Fires at most once a tick. */
  readonly onDidChange: vscode.Event<void>;
}

const byServices = new WeakMap<Services, NamesByConnection>();

/** The same for all rooms. */
export function namesOf(services: Services): NamesByConnection {
  const names = byServices.get(services) ?? createNames(services);
  byServices.set(services, names);
  return names;
}

function createNames({ connections, clock, subscriptions }: Services): NamesByConnection {
  const changed = new vscode.EventEmitter<void>();
  const kept = new Map<string, { readonly info: ConnectionInfo; readonly names: ServiceNames }>();
  let announced = false;
  const announce = () => {
    if (announced) return;
    announced = true;
    queueMicrotask(() => {
      announced = false;
      changed.fire();
    });
  };
  const of = (info: ConnectionInfo): ServiceNames => {
    const known = kept.get(info.id);
    // A connection that was edited may lead to another service.
    if (known?.info.baseUrl === info.baseUrl && known.info.auth === info.auth) return known.names;
    const names = createServiceNames(() => connections.client(info), { clock, onAnswer: announce });
    kept.set(info.id, { info, names });
    return names;
  };
  subscriptions.push(changed, connections.onDidChangeActive(announce));
  return {
    active() {
      const info = vscode.workspace.isTrusted ? connections.active() : undefined;
      return info && of(info);
    },
    of,
    forget(info = connections.active()) {
      if (info) kept.delete(info.id);
      announce();
    },
    onDidChange: changed.event,
  };
}
