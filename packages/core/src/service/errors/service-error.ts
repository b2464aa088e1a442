/** One entry of the service's own error list. */
export interface ServiceErrorItem {
  readonly id?: string | undefined;
  readonly code?: string | undefined;
  readonly title?: string | undefined;
  readonly detail?: string | undefined;
  readonly source?: { readonly pointer?: string | undefined; readonly parameter?: string | undefined } | undefined;
}

/** What an error contains beyond its message. No part of it may contain a credential. */
export interface ServiceErrorDetails {
  readonly status?: number | undefined;
  readonly method?: string | undefined;
  /** The path of the request, without origin and query. */
  readonly path?: string | undefined;
  /** `X-…-Request-Key` of the answer, to quote to support. */
  readonly requestKey?: string | undefined;
  /** `X-…-Api-Request-Key` of the answer. */
  readonly apiRequestKey?: string | undefined;
  /** The service's own error list. */
  readonly errors?: readonly ServiceErrorItem[] | undefined;
  /** What to do next, if the advice of the class is not enough. */
  readonly advice?: string | undefined;
  readonly cause?: unknown;
}

/**
 * The base class of every error that the client and the jobs throw because of what the service did or failed to do.
 *
 * @example
 * ```ts
 * import { type Client, ServiceError } from "@analytics-engines/core";
 *
 * export async function currencies(client: Client) {
 *   return client.lookups.currencies.list().catch((error: unknown) => {
 *     if (error instanceof ServiceError) console.error(error.code, error.message, error.advice);
 *     throw error;
 *   });
 * }
 * ```
 */
export class ServiceError extends Error {
  /** What to do about any error of this class, in a sentence or two. */
  static readonly advice: string = "Read the message, and try again if the fault may be temporary.";

  override readonly name: string = "ServiceError";
  /** Stable text that identifies the class, for programs. */
  readonly code: string = "service";
  readonly status: number | undefined;
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly requestKey: string | undefined;
  readonly apiRequestKey: string | undefined;
  readonly errors: readonly ServiceErrorItem[];
  /** What to do next, in a sentence or two. */
  readonly advice: string;

  constructor(message: string, details: ServiceErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.status = details.status;
    this.method = details.method;
    this.path = details.path;
    this.requestKey = details.requestKey;
    this.apiRequestKey = details.apiRequestKey;
    this.errors = details.errors ?? [];
    this.advice = details.advice ?? new.target.advice;
  }

  /** All properties of the error, without its cause and its stack. */
  toJSON(): Record<string, unknown> {
    const { name, code, message, ...rest } = this;
    return { name, code, message, ...rest };
  }
}
