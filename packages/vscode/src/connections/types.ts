import type { Client } from "@analytics-engines/core";
import type * as vscode from "vscode";
import { UserError } from "../common/errors.ts";

export type AuthKind = "basic" | "token" | "oauth" | "simulator";

/** The colours that a connection can have in the status bar. */
export const connectionColors = ["red", "orange", "yellow", "green", "blue", "purple"] as const;
export type ConnectionColor = (typeof connectionColors)[number];

/** A connection as everything but SecretStorage may know it. Holds no secret. */
export interface ConnectionInfo {
  readonly id: string;
  readonly name: string;
  /** Without a slash at its end. Of the simulator it is loopback, and its port is known once it runs. */
  readonly baseUrl: string;
  readonly auth: AuthKind;
  /** The vendor's word in request headers, where it is not the default. */
  readonly headerPrefix?: string;
  readonly color?: ConnectionColor;
  /** Asks before anything is run. */
  readonly production: boolean;
}

/** The services that the user can connect to; one of them is active in a workspace. */
export interface Connections {
  /** The simulator first, then the user's own by name. */
  all(): readonly ConnectionInfo[];
  active(): ConnectionInfo | undefined;
  readonly onDidChangeActive: vscode.Event<ConnectionInfo | undefined>;
  /** Whether the active connection became another one in this window. */
  hasSwitched(): boolean;
  /**
   * The client of a connection, by default of the active one; the same one at each call until the connection changes. Its secrets come from
   * SecretStorage; the simulator is started with its first client.
   * @throws NoConnectionError where none is active
   * @throws UserError where the workspace is not trusted, or a secret is missing
   */
  client(info?: ConnectionInfo): Promise<Client>;
  /** Whether something may be run there: asks on a production connection, else yes. */
  confirmRun(info: ConnectionInfo): Promise<boolean>;
  /** Whether something that the service keeps may be changed there: asks on a production connection, else yes. */
  confirmChange(info: ConnectionInfo): Promise<boolean>;
}

/** Nothing is connected, and something needs the service. */
export class NoConnectionError extends UserError {
  override readonly name = "NoConnectionError";
}
