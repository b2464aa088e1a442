import type { Client } from "@analytics-engines/core";
import * as l10n from "@vscode/l10n";
import { isCancellation } from "../common/errors.ts";

/** How a connection does: it works; it works, and not everything is allowed there; or what is wrong. */
export type CheckResult =
  | { readonly kind: "ok" }
  | { readonly kind: "limited"; readonly message: string }
  | { readonly kind: "failed"; readonly message: string; readonly error: unknown };

/**
 * Makes a real call: the currencies, which are few and which every user may read. The client should give up soon, for someone waits.
 * Rejects only when the signal is aborted.
 */
export async function checkConnection(client: Client, signal: AbortSignal): Promise<CheckResult> {
  const { host } = new URL(client.baseUrl);
  try {
    await client.probe({ signal });
    return { kind: "ok" };
  } catch (error) {
    if (isCancellation(error) || signal.aborted) throw error;
    if (codeOf(error) === "forbidden") {
      return {
        kind: "limited",
        message: l10n.t("{0} knows these credentials, and does not let them read currencies.", host),
      };
    }
    return { kind: "failed", message: explain(error, host), error };
  }
}

/** Whether this service is at an address: without credentials it answers 401. */
export async function checkAddress(anonymous: Client, signal: AbortSignal): Promise<CheckResult> {
  const result = await checkConnection(anonymous, signal);
  return result.kind === "failed" && codeOf(result.error) === "authentication" ? { kind: "ok" } : result;
}

function explain(error: unknown, host: string): string {
  switch (codeOf(error)) {
    case "authentication":
      return refusal(error, host);
    case "connection":
      return unreachable(error, host);
    case "timeout":
      return l10n.t("{0} did not answer in time. Check the address, the network and VS Code's proxy settings.", host);
    case "not-found":
    case "bad-request":
    case "not-acceptable":
    case "unsupported-media-type":
    case "unexpected-status":
    case "malformed-answer":
    case "foreign-address":
      return l10n.t("{0} answers, but it is not this service: {1}", host, messageOf(error));
    case "service-unavailable":
    case "server":
    case "rate-limit":
      return l10n.t("{0} cannot serve now: {1}", host, messageOf(error));
    default:
      return messageOf(error);
  }
}

function refusal(error: unknown, host: string): string {
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  return status === 401
    ? l10n.t(
        "{0} refused the credentials (401). Check user name, serial and key, or the token, and that they are for this address.",
        host,
      )
    : l10n.t("No token was to be had for {0}: {1}", host, messageOf(error));
}

/** What the system's code says about why nothing answered. */
function unreachable(error: unknown, host: string): string {
  const code = systemCode(error) ?? "";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return l10n.t('The name "{0}" could not be resolved. Check the address for a slip.', host);
  if (code === "ECONNREFUSED")
    return l10n.t("Nothing answers at {0}: the connection was refused. Check address and port.", host);
  if (/CERT|SELF_SIGNED|ISSUER|VERIFY|ALTNAME/.test(code)) {
    return l10n.t(
      "The certificate of {0} is not trusted ({1}). Add its authority to the system's certificates.",
      host,
      code,
    );
  }
  if (/^(ECONNRESET|EPIPE|EPROTO|UND_ERR_SOCKET|ERR_SSL)/.test(code))
    return l10n.t("{0} broke the connection off ({1}).", host, code);
  return l10n.t("{0} could not be reached: {1}", host, messageOf(error));
}

function systemCode(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && /^[A-Z][A-Z0-9_]+$/.test(cause.code)) return cause.code;
  }
  return undefined;
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
