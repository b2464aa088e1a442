import * as l10n from "@vscode/l10n";
import type { Credentials } from "./credentials.ts";
import type { AuthKind, ConnectionColor, ConnectionInfo } from "./types.ts";

/** A connection while the user answers questions about it. */
export interface Draft {
  /** The one that is edited; its id stays. */
  readonly existing: ConnectionInfo | undefined;
  readonly id: string;
  name: string;
  baseUrl: string;
  auth: AuthKind;
  /** What was entered; without it, what is stored stays. */
  credentials: Credentials | undefined;
  headerPrefix: string;
  color: ConnectionColor | undefined;
  production: boolean;
}

/** The vendor's word where the service uses no other. */
const usualPrefix = "Vendor";

/** @param newId the id of a connection that is new */
export function startDraft(existing: ConnectionInfo | undefined, newId: string): Draft {
  return {
    existing,
    id: existing?.id ?? newId,
    name: existing?.name ?? "",
    baseUrl: existing?.baseUrl ?? "",
    auth: existing?.auth ?? "basic",
    credentials: undefined,
    headerPrefix: existing?.headerPrefix ?? usualPrefix,
    color: existing?.color,
    production: existing?.production ?? false,
  };
}

/** What is to be saved. */
export function draftInfo({ id, name, baseUrl, auth, headerPrefix, color, production }: Draft): ConnectionInfo {
  return {
    id,
    name,
    baseUrl,
    auth,
    ...(headerPrefix === usualPrefix ? {} : { headerPrefix }),
    ...(color === undefined ? {} : { color }),
    production,
  };
}

/** Whether the stored credentials can stay: they are for the same origin and of the same kind. */
export function keepsCredentials({ existing, baseUrl, auth }: Draft): boolean {
  if (existing === undefined || existing.auth !== auth) return false;
  const origins = [existing.baseUrl, baseUrl].map((url) => (URL.canParse(url) ? new URL(url).origin : undefined));
  return origins[0] !== undefined && origins[0] === origins[1];
}

/** What is wrong with the vendor's word, or nothing. */
export function prefixProblem(prefix: string): string | undefined {
  return /^[A-Za-z0-9]+$/.test(prefix) ? undefined : l10n.t("Letters and digits only, as in a header's name.");
}

/** The address of the discovery document that an OAuth configuration names; or what is wrong with its text. Repeats nothing of it. */
export function readConfiguration(text: string): { readonly hasDiscovery: boolean } | { readonly problem: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && "clientId" in value) {
      return { hasDiscovery: "wellKnownUri" in value && typeof value.wellKnownUri === "string" };
    }
  } catch {
    // Said below: the parser's message would repeat a piece of the key.
  }
  return { problem: l10n.t("That file is not an OAuth configuration: JSON with clientId and jwk.") };
}
