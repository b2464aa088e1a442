import type { ServiceError } from "@analytics-engines/core";
import { UserError } from "@analytics-engines/runs/progress";

/** The user pressed Escape or Cancel: nothing is shown. */
export class UserCanceledError extends Error {
  override readonly name = "UserCanceledError";
  constructor() {
    super("canceled by the user");
  }
}

/** Whether an error only reports that the user, or a newer request, canceled the work. */
export function isCancellation(error: unknown): boolean {
  return (
    error instanceof Error && ["UserCanceledError", "Canceled", "CancellationError", "AbortError"].includes(error.name)
  );
}

/**
 * Describes any thrown value by one line for a notification, and by all details for the log: the errors of the service, request keys, causes.
 * `isMistake` says that the user can correct the cause, so that no log is needed. Contains no credential, since no error of core does.
 */
export function describeError(error: unknown) {
  if (!(error instanceof Error))
    return { message: String(error), details: String(error), actions: [], isMistake: false };
  const isMistake = error instanceof UserError;
  const actions = isMistake ? error.actions : [];
  return { message: messageOf(error), details: detailsOf(error).join("\n"), actions, isMistake };
}

function messageOf(error: Error): string {
  if (!isServiceError(error)) return error.message;
  const serviceText = error.errors[0]?.detail ?? error.errors[0]?.title;
  const message =
    serviceText === undefined || error.message.includes(serviceText)
      ? error.message
      : `${error.message}: ${serviceText}`;
  return `${sentence(message)} ${error.advice}`;
}

function detailsOf(error: Error): string[] {
  const lines = [`${error.name}: ${error.message}`];
  if (isServiceError(error)) {
    const { method, path, status, requestKey, apiRequestKey, errors, advice } = error;
    if (method !== undefined)
      lines.push(`  request: ${method} ${path ?? ""}${status === undefined ? "" : `, answered ${status}`}`);
    if (requestKey !== undefined) lines.push(`  request key: ${requestKey}`);
    if (apiRequestKey !== undefined) lines.push(`  API request key: ${apiRequestKey}`);
    for (const { code, title, detail, source } of errors) {
      const where = source?.pointer ?? source?.parameter;
      lines.push(`  service: ${[code, title, detail, where].filter(Boolean).join(" - ")}`);
    }
    lines.push(`  advice: ${advice}`);
  } else if (!(error instanceof UserError) && error.stack !== undefined) {
    lines.push(...error.stack.split("\n").slice(1, 8));
  }
  if (error.cause instanceof Error) lines.push("caused by", ...detailsOf(error.cause));
  return lines;
}

/** Whether an error says that the service could not be reached, or refused the credentials. By its code, so that the client is not loaded. */
export function isConnectionFault(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return ["connection", "timeout", "authentication", "preflight"].some((code) => code === error.code);
}

/** Checks the shape, so that activating the extension does not load the client. */
function isServiceError(error: Error): error is ServiceError {
  return "advice" in error && "errors" in error && Array.isArray(error.errors);
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
