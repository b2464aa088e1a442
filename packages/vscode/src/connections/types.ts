import { UserError } from "@analytics-engines/runs/progress";

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

/** No connection is active, and an action needs one. */
export class NoConnectionError extends UserError {
  override readonly name = "NoConnectionError";
}
