import { type Client, connectionFault } from "@analytics-engines/core";
import { messageOf } from "@analytics-engines/core/basics";
import * as l10n from "@vscode/l10n";
import { isCancellation } from "../common/errors.ts";

/** Whether a connection works, works with limited permissions, or fails. */
export type CheckResult =
  | { readonly kind: "ok" }
  | { readonly kind: "limited"; readonly message: string }
  | { readonly kind: "failed"; readonly message: string; readonly error: unknown };

/**
 * Checks a connection with a call to the service: it reads the currencies, a short list that every user may read. The user waits, so the client
 * should have a short timeout. Rejects only when the signal is aborted.
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
        message: l10n.t("{0} accepts these credentials, but does not let them read currencies.", host),
      };
    }
    // The proxy refused to connect to the service, or asks for credentials.
    const isOfProxy = connectionFault(error) === "proxy";
    return { kind: "failed", message: isOfProxy ? explainProxy(error, host) : explain(error, host), error };
  }
}

/** Checks whether an address belongs to the service: it answers a request without credentials with 401. */
export async function checkAddress(anonymous: Client, signal: AbortSignal): Promise<CheckResult> {
  const result = await checkConnection(anonymous, signal);
  return result.kind === "failed" && codeOf(result.error) === "authentication" ? { kind: "ok" } : result;
}

function explainProxy(error: unknown, host: string): string {
  return l10n.t(
    "{0} could not be reached: {1}. Set http.proxy in the settings of VS Code to the address of the proxy with the credentials that it asks for, http://USER:PASSWORD@HOST:PORT.",
    host,
    messageOf(error),
  );
}

function explain(error: unknown, host: string): string {
  switch (codeOf(error)) {
    case "authentication":
      return error instanceof Error && "status" in error && error.status === 401
        ? l10n.t(
            "{0} refused the credentials (401). Check user name, serial and key, or the token, and that they belong to this address.",
            host,
          )
        : l10n.t("No token was issued for {0}: {1}", host, messageOf(error));
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
      return l10n.t("{0} cannot answer now: {1}", host, messageOf(error));
    default:
      return messageOf(error);
  }
}

/** Explains by the code of the system why no connection was made. */
function unreachable(error: unknown, host: string): string {
  const code = systemCode(error) ?? "";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return l10n.t('The name "{0}" could not be resolved. Check the spelling of the address.', host);
  if (code === "ECONNREFUSED")
    return l10n.t("{0} refused the connection: no server listens there. Check address and port.", host);
  if (/CERT|SELF_SIGNED|ISSUER|VERIFY|ALTNAME/.test(code)) {
    return l10n.t(
      "The certificate of {0} is not trusted ({1}). Add its authority to the system's certificates.",
      host,
      code,
    );
  }
  if (/^(ECONNRESET|EPIPE|EPROTO|UND_ERR_SOCKET|ERR_SSL)/.test(code))
    return l10n.t("{0} closed the connection before it answered ({1}). Try again.", host, code);
  return l10n.t("{0} could not be reached: {1}", host, messageOf(error));
}

function systemCode(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && /^[A-Z][A-Z0-9_]+$/.test(cause.code)) return cause.code;
  }
  return undefined;
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);
