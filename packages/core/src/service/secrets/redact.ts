import { isObject } from "../../json/value.ts";
import { errorCode } from "../../text/error-chain.ts";
import type { Redact, Secrets } from "./secrets.ts";

/** Removes secrets from a value of JSON: from every text and every property name. A value without any is returned unchanged. */
export function redactValue(value: unknown, secrets: Secrets): unknown {
  return hasSecret(value, secrets) ? redactParts(value, secrets.redact) : value;
}

function hasSecret(value: unknown, secrets: Secrets): boolean {
  if (typeof value === "string") return secrets.areIn(value);
  if (Array.isArray(value)) return value.some((item) => hasSecret(item, secrets));
  return (
    isObject(value) && Object.entries(value).some(([name, item]) => secrets.areIn(name) || hasSecret(item, secrets))
  );
}

function redactParts(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactParts(item, redact));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [redact(name), redactParts(item, redact)]));
}

/**
 * A copy of an error without secrets: names, codes and redacted messages of its chain of causes. The error itself may
 * hold the request with its headers.
 */
export function safeCause(cause: unknown, redact: Redact, depth = 5): Error | undefined {
  if (!(cause instanceof Error)) return undefined;
  const inner = depth > 1 ? safeCause(cause.cause, redact, depth - 1) : undefined;
  const safe = new Error(redact(cause.message), inner === undefined ? undefined : { cause: inner });
  safe.name = redact(cause.name);
  // The original stack repeats the message.
  safe.stack = `${safe.name}: ${safe.message}`;
  const code = errorCode(cause);
  return code === undefined ? safe : Object.assign(safe, { code: redact(code) });
}
