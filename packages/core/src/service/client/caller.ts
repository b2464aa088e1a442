import type { ResultBody } from "../answer.ts";
import { type Route, resultStatus } from "../endpoints/route.ts";
import { MalformedAnswerError, type ServiceErrorDetails } from "../errors/errors.ts";
import { fillPath } from "../http/address.ts";
import { parseJson } from "../http/result-body.ts";
import type { ResponseModels } from "../models/index.ts";
import { redactValue, type Secrets } from "../secrets/secrets.ts";
import type { AcceptOptions, CallOptions, DeadlineCreateOptions, ModelAnswer } from "./client-types.ts";
import type { Connection } from "./connection.ts";
import { type ServiceReply, send } from "./request.ts";

/** Zod and the schemas are loaded with the first answer, not with the client. */
let models: typeof import("../models/index.ts") | undefined;

/**
 * Reads the JSON text of an answer as a model.
 * @param secrets removed from every text of the answer
 * @throws MalformedAnswerError that names the place where the text does not fit the model
 */
async function readModel<Name extends keyof ResponseModels>(
  name: Name,
  text: string,
  details: ServiceErrorDetails,
  secrets: Secrets,
): Promise<ResponseModels[Name]> {
  models ??= await import("../models/index.ts");
  const model = models.responseModels[name];
  try {
    const read = model.safeParse(redactValue(parseJson(text, `the ${name}`, details), secrets));
    if (read.success) return read.data;
    throw new MalformedAnswerError(`the ${name} does not fit: ${issuesText(read.error.issues)}`, details);
  } catch (error) {
    // Values that are nested thousands of levels deep exceed the stack.
    if (!(error instanceof RangeError)) throw error;
    throw new MalformedAnswerError(`the ${name} is nested too deeply to be read`, details);
  }
}

function issuesText(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): string {
  return issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.map(String).join(".") || "the whole"}: ${message}`)
    .join("; ");
}

/** The arguments of a call. */
export interface Arguments {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

/** The options of any call; a route uses those for which it has headers. */
export interface AnyOptions extends DeadlineCreateOptions, AcceptOptions {
  /** The largest number of attempts, including the first. */
  readonly attempts?: number;
}

/** Calls the routes of one connection. */
export class Caller {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Calls a route. The status of the reply is one that the route declares. */
  reply(route: Route, input: Arguments, options: AnyOptions = {}): Promise<ServiceReply> {
    return send(this.#connection, {
      route,
      target: fillPath(route.path, input.path ?? {}) + queryText(route, input.query),
      body: bodyText(route, input.body),
      headers: requestHeaders(route, options, this.#connection.deadlineHeader),
      signal: options.signal,
      longRunningSeconds: options.longRunningDeadlineSeconds ?? 0,
      attempts: options.attempts,
    });
  }

  /** Calls a route that answers with one model and status 200. */
  async model<Name extends keyof ResponseModels>(
    route: Route<{ readonly 200: Name }>,
    input: Arguments,
    options?: CallOptions,
  ): ModelAnswer<Name> {
    const reply = await this.reply(route, input, options);
    return { status: 200, data: await this.read(route.answers[200], reply), meta: reply.meta };
  }

  /** Calls a route that answers with a result and status 200 or any other success status. */
  async result(route: Route<{ readonly 200: "result" }>, path: Arguments["path"], options?: AnyOptions) {
    const reply = await this.reply(route, { path: path ?? {} }, options);
    return { status: resultStatus(reply.status), data: replyResult(reply), meta: reply.meta };
  }

  /** Calls a route that answers 204. */
  async nothing(route: Route<{ readonly 204: "none" }>, id: string, options?: CallOptions) {
    const { meta } = await this.reply(route, { path: { id } }, options);
    return { status: 204, data: undefined, meta } as const;
  }

  /** The body of a reply as a model. The error names the place that does not fit. */
  read<Name extends keyof ResponseModels>(name: Name, reply: ServiceReply): Promise<ResponseModels[Name]> {
    return readModel(name, replyText(reply), reply.about, this.#connection.secrets);
  }
}

/** The result of an answer whose route declares one. */
export function replyResult({ status, body }: ServiceReply): ResultBody {
  if (body instanceof Uint8Array) throw new TypeError(`the route does not declare a result with ${status}`);
  return body;
}

/** The bytes of an answer whose route declares a model, or nothing. */
export function replyBytes({ status, body }: ServiceReply): Uint8Array {
  if (body instanceof Uint8Array) return body;
  throw new TypeError(`the route declares a result with ${status}`);
}

// Making one takes longer than reading a status with it.
const utf8 = new TextDecoder();

/** The text of an answer whose route declares a model. */
export function replyText(reply: ServiceReply): string {
  return utf8.decode(replyBytes(reply));
}

/** @throws TypeError if a required parameter is missing */
function queryText(route: Route, query: object = {}): string {
  if (Object.keys(route.query).length === 0) return "";
  const values: Readonly<Record<string, unknown>> = { ...query };
  const search = new URLSearchParams();
  for (const [name, { required }] of Object.entries(route.query)) {
    const value = values[name];
    if (value !== undefined && value !== "") search.set(name, String(value));
    else if (required) throw new TypeError(`${name} of ${route.path} is missing`);
  }
  return search.size === 0 ? "" : `?${search}`;
}

function bodyText(route: Route, body: unknown): string | undefined {
  if (route.body === undefined) return undefined;
  if (typeof body !== "object" || body === null) throw new TypeError(`the body of ${route.path} must be an object`);
  return JSON.stringify(body);
}

function requestHeaders(route: Route, options: AnyOptions, deadlineHeader: string): Record<string, string> {
  const { cacheControl, longRunningDeadlineSeconds, accept } = options;
  const mayBeResult = Object.values(route.answers).includes("result");
  const headers: Record<string, string> = { accept: mayBeResult ? "application/json, */*;q=0.9" : "application/json" };
  // A late or repeated answer on a connection would count as the answer to the next request there, so no request follows one for a result.
  if (mayBeResult) headers["connection"] = "close";
  if (route.body !== undefined) headers["content-type"] = "application/json";
  if (accept !== undefined && route.headers.includes("accept")) headers["accept"] = accept;
  if (cacheControl !== undefined && route.headers.includes("cache-control")) headers["cache-control"] = cacheControl;
  if (longRunningDeadlineSeconds !== undefined && route.headers.includes("long-running-deadline")) {
    if (!Number.isSafeInteger(longRunningDeadlineSeconds) || longRunningDeadlineSeconds < 0) {
      throw new TypeError("longRunningDeadlineSeconds must be a whole number of seconds");
    }
    headers[deadlineHeader] = String(longRunningDeadlineSeconds);
  }
  return headers;
}
