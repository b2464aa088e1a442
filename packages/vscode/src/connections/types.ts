import type { Client } from "@analytics-engines/core";
import { UserError } from "@analytics-engines/runs/user-error";
import type * as vscode from "vscode";

export type AuthKind = "basic" | "token" | "oauth" | "simulator";

/** The colors of a connection in the status bar. */
export const connectionColors = ["red", "orange", "yellow", "green", "blue", "purple"] as const;
export type ConnectionColor = (typeof connectionColors)[number];

/** A connection without its secrets. */
export interface ConnectionInfo {
  readonly id: string;
  readonly name: string;
  /** Without a slash at the end. The simulator's is loopback without its port, which is known once it runs. */
  readonly baseUrl: string;
  readonly auth: AuthKind;
  /** The vendor part of request headers, if it is not the default. */
  readonly headerPrefix?: string;
  readonly color?: ConnectionColor;
  /** Whether a run needs a confirmation. */
  readonly production: boolean;
}

/** The connections of the user. One of them can be active in a workspace. */
export interface Connections {
  /** The simulator first, then the user's own by name. */
  all(): readonly ConnectionInfo[];
  active(): ConnectionInfo | undefined;
  readonly onDidChangeActive: vscode.Event<ConnectionInfo | undefined>;
  /** Whether the user has switched the connection in this window. */
  hasSwitched(): boolean;
  /**
   * The client of a connection, by default of the active one; the same object until the connection changes. Its secrets come from SecretStorage.
   * The first client of the simulator starts it.
   * @throws NoConnectionError if no connection is active
   * @throws UserError if the workspace is not trusted or a secret is missing
   */
  client(info?: ConnectionInfo): Promise<Client>;
  /** Whether a run may start: asks the user on a production connection. */
  confirmRun(info: ConnectionInfo): Promise<boolean>;
  /** Whether data of the service may be changed: asks the user on a production connection. */
  confirmChange(info: ConnectionInfo): Promise<boolean>;
}

/** No connection is active, and an action needs one. */
export class NoConnectionError extends UserError {
  override readonly name = "NoConnectionError";
}
