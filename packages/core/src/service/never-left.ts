import { errorCode, linksOf } from "./redact.ts";

// Not those of a network that is away: they can also end a connection on which the request was sent.
const NEVER_MADE = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

const unsent = new WeakSet<Error>();

/** Notes of an error that it came before the request itself was sent: there was no token for it. */
export function noteUnsent(error: Error): void {
  unsent.add(error);
}

/** Whether the request was not sent or the connection could not be made, so that the service cannot have seen it. */
export function neverLeft(error: unknown): boolean {
  return (error instanceof Error && unsent.has(error)) || codesOf(error).some((code) => NEVER_MADE.has(code));
}

/** The system's codes of an error and of its causes, outermost first. */
export function codesOf(error: unknown): string[] {
  return linksOf(error)
    .map(errorCode)
    .filter((code) => code !== undefined);
}
