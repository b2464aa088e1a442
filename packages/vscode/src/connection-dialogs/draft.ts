import { isHeaderPrefix, parseObject } from "@analytics-engines/core/basics";
import * as l10n from "@vscode/l10n";
import type { StoredCredentials } from "../connections/secret-store.ts";
import type { ConnectionInfo } from "../connections/types.ts";

/** A connection while the user answers questions about it. */
export interface Draft {
  /** The connection as it is saved; undefined for a new one. */
  readonly existing: ConnectionInfo | undefined;
  /** Whether this machine has credentials of the saved connection. */
  readonly isStored: boolean;
  /** Whether to ask also for vendor word, color and production. */
  wantsMore: boolean;
  /** The connection as it will be saved. */
  info: ConnectionInfo;
  /** The credentials that the user entered; undefined keeps the stored ones. */
  credentials: StoredCredentials | undefined;
}

/** The prefix that a service uses unless it says otherwise. */
export const DEFAULT_PREFIX = "Vendor";

/**
 * @param newId the id of a new connection
 * @param isStored whether this machine has credentials of the existing connection
 */
export function startDraft(existing: ConnectionInfo | undefined, newId: string, isStored = false): Draft {
  const info = existing ?? { id: newId, name: "", baseUrl: "", auth: "basic", production: false };
  const { headerPrefix, color, production } = info;
  const wantsMore = headerPrefix !== undefined || color !== undefined || production;
  return { existing, isStored, wantsMore, info, credentials: undefined };
}

/** Sets the prefix of request headers; the usual one is not saved. */
export function withPrefix({ headerPrefix: _before, ...info }: ConnectionInfo, prefix: string): ConnectionInfo {
  return prefix === DEFAULT_PREFIX ? info : { ...info, headerPrefix: prefix };
}

/** Whether credentials are stored and stay valid: they are for the same origin and of the same kind. */
export function keepsCredentials({ existing, info, isStored }: Draft): boolean {
  if (!isStored || existing === undefined || existing.auth !== info.auth) return false;
  const [before, after] = [existing, info].map(({ baseUrl }) => URL.parse(baseUrl)?.origin);
  return before !== undefined && before === after;
}

/** Returns what is wrong with a prefix of request headers, or undefined. */
export function prefixProblem(prefix: string): string | undefined {
  return isHeaderPrefix(prefix)
    ? undefined
    : l10n.t("Use letters, digits and hyphens only, as in the name of a header.");
}

/** Reads whether an OAuth configuration names a discovery document; or what is wrong with its text, without quoting it. */
export function readConfiguration(text: string): { readonly hasDiscovery: boolean } | { readonly problem: string } {
  const value = parseObject(text);
  if (value && "clientId" in value) return { hasDiscovery: typeof value["wellKnownUri"] === "string" };
  return { problem: l10n.t("That file is not an OAuth configuration: JSON with clientId and jwk.") };
}
