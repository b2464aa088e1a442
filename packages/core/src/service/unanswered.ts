import { connectionFault, faultRemedy, proxyStatus } from "./connection-fault.ts";
import { codesOf } from "./error-chain.ts";
import { ConnectionError, type ServiceErrorDetails } from "./errors.ts";
import { type Redact, safeCause } from "./redact.ts";

/** The error of a request that got no answer, from what its fetch threw: with the reason, and a remedy where the reason has one. */
export function unanswered(error: unknown, about: ServiceErrorDetails, redact: Redact): ConnectionError {
  const cause = safeCause(error, redact);
  const fault = connectionFault(error);
  const message = `${about.method} ${about.path} got no answer: ${reasonOf(error, cause)}`;
  const advice = fault === undefined || fault === "other" ? undefined : faultRemedy(fault);
  return new ConnectionError(message, { ...about, cause, advice });
}

function reasonOf(error: unknown, cause: Error | undefined): string {
  const status = proxyStatus(error);
  if (status === 407) return "the proxy asks for credentials (407)";
  if (status !== undefined) return `the proxy refused to connect to the service (${status})`;
  return codesOf(cause)[0] ?? deepest(cause)?.message ?? "no reason given";
}

function deepest(error: Error | undefined): Error | undefined {
  return error?.cause instanceof Error ? deepest(error.cause) : error;
}
