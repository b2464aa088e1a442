import type { SecureContext } from "node:tls";
import type { Clock } from "@analytics-engines/core/basics";
import type { Client, ConnectionSettings, Fetch } from "@analytics-engines/core/client";
import type { ProxySetting } from "../network/proxy.ts";

/** What a check of a connection says. No text of it contains a secret. */
export interface ConnectionCheck {
  readonly name: string;
  readonly status: "ok" | "warning" | "problem" | "skipped";
  /** What is, in a line. It may quote untrusted text. */
  readonly message: string;
  /** What to do, for a warning or a problem. */
  readonly remedy?: string;
}

/** What a step says of itself. */
export type ProbeResult = Omit<ConnectionCheck, "name">;

/** A connection to check, with what its shell knows about it. */
export interface CheckedConnection {
  /** The base URL: https, or http on this machine. */
  readonly baseUrl: string;
  /** The names of the settings, for messages. */
  readonly settings: ConnectionSettings;
  /** The proxy for the base URL; undefined where requests go directly. */
  readonly proxy: ProxySetting | undefined;
  /** Whether the host may use a proxy that no setting names, such as that of the system: then a host that is not reached directly is a warning. */
  readonly mayUseOtherProxy?: boolean;
  /** What the connection trusts. Default: what Node does. */
  readonly tls?: { readonly service?: SecureContext; readonly proxy?: SecureContext } | undefined;
  /** Whether the host accepts certificates that it cannot verify. */
  readonly acceptsAnyCertificate?: boolean;
  /** What to do about an authority that is not trusted. Default: the settings of the command and the Action. */
  readonly trustRemedy?: string;
  /** Sends a request without credentials, as the client does. */
  readonly fetch: Fetch;
  readonly userAgent?: string | undefined;
  /** @throws UserError where there are no credentials that can be used */
  readonly openClient: () => Client | Promise<Client>;
  /** The folder whose disk holds the runs. */
  readonly folder: string;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  /** Called before each step that sends something. */
  readonly onStep?: (name: string) => void;
}

export const succeeds = (message: string): ProbeResult => ({ status: "ok", message });
export const skips = (message: string): ProbeResult => ({ status: "skipped", message });
export const warns = (message: string, remedy: string): ProbeResult => ({ status: "warning", message, remedy });
export const fails = (message: string, remedy: string): ProbeResult => ({ status: "problem", message, remedy });
