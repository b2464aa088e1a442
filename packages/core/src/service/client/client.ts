import { isObject, property } from "../../json/value.ts";
import type { Telemetry } from "../../telemetry/telemetry.ts";
import type { Answer } from "../answer.ts";
import { routes } from "../endpoints/routes.ts";
import { MalformedAnswerError } from "../errors/errors.ts";
import { parseJson } from "../http/result-body.ts";
import type { Pacer } from "../throttle/pacer.ts";
import { Caller, replyText } from "./caller.ts";
import type { CallOptions } from "./client-types.ts";
import { type ClientOptions, openConnection } from "./connection.ts";
import { bindOperations, type Operations } from "./operations.ts";

export type { Fetch } from "../http/http.ts";
export type { ClientOptions } from "./connection.ts";

/**
 * The operations of the service, grouped by family. Every call resolves to `{ status, data, meta }`, and throws a
 * `ServiceError` of the class that fits, or the reason of its signal.
 */
export interface Client extends Operations {
  /** The address of the service, without a slash at its end. */
  readonly baseUrl: string;
  /** Removes the credentials of the connection from a text. */
  redact(text: string): string;
  /** Spreads the requests of this connection, and estimates the cost of one more. */
  readonly pacer: Pacer;
  /** Reports requests and steps of jobs to the OpenTelemetry providers of the application. */
  readonly telemetry: Telemetry;
  /** The time limit of one attempt, seconds: a request without an answer may still be delivered during that time. */
  readonly attemptTimeoutSeconds: number;
  /**
   * One small read with credentials, sent once, which shows whether the service can be used. Throws `MalformedAnswerError` if the answer is
   * not the list of this service.
   */
  probe(options?: CallOptions): Promise<Answer<200, unknown>>;
}

/**
 * Creates a client of one connection, without `compute`. It sends nothing before the first call.
 * @throws TypeError for an invalid option
 *
 * @example
 * ```ts
 * import { basicAuth, createServiceClient } from "@analytics-engines/core/client";
 *
 * const client = createServiceClient({ baseUrl: "https://api.vendor.example", auth: basicAuth("NAME-1", "key") });
 * const { data } = await client.lookups.currencies.list();
 * console.log(Object.keys(data.data));
 * ```
 */
export function createServiceClient(options: ClientOptions): Client {
  const connection = openConnection(options);
  const call = new Caller(connection);
  return {
    baseUrl: connection.base,
    redact: connection.secrets.redact,
    pacer: connection.pacer,
    telemetry: connection.telemetry,
    attemptTimeoutSeconds: connection.attemptTimeoutSeconds,
    probe: async (o) => {
      // Without the model, so that zod is not loaded.
      const reply = await call.reply(routes.lookups.currencies.list, {}, { ...o, attempts: 1 });
      const data = parseJson(replyText(reply), "the list of currencies", reply.about);
      if (!isObject(property(data, "data"))) {
        throw new MalformedAnswerError("the answer is not this service's list of currencies", reply.about);
      }
      return { status: 200, data, meta: reply.meta };
    },
    ...bindOperations(call),
  };
}
