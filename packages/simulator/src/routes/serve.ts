import { type Endpoint, endpoints } from "@analytics-engines/core";
import { sleep } from "@analytics-engines/core/basics";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { DISCOVERY_PATH, TOKEN_PATH } from "../auth.ts";
import { deliver, dropConnection, insteadOfAnswer, type Wire } from "../faults/answers.ts";
import { headersToLog, type Service } from "../service.ts";
import { admit, checkAccept, checkParameters, checkPermission, checkQuery, readBody } from "./create.ts";
import { type Handler, type Incoming, notFound, Refusal, type Reply, refusalReply, wireAnswer } from "./exchange.ts";
import { handlers } from "./handlers.ts";

type Environment = { Bindings: Partial<HttpBindings> };

/** Routes the operations of the service and the two addresses of OAuth. Every other address is a 404. */
export function createApp(service: Service): Hono<Environment> {
  const app = new Hono<Environment>();
  const served = (operation: string, answerer: Answerer) => (context: Context<Environment>) => {
    const { incoming, outgoing } = context.env ?? {};
    const wire = incoming && outgoing && { incoming, outgoing };
    const request = context.req.raw;
    const parameters = context.req.param();
    return serve(service, { request, url: new URL(request.url), parameters, operation, wire }, answerer);
  };
  for (const row of endpoints) {
    const handler = handlers.get(row.operation);
    if (handler === undefined) throw new Error(`${row.operation} has no handler.`);
    // {name} in the table is :name to the router.
    const path = row.path.replaceAll(/\{(\w+)\}/g, ":$1");
    app.on(row.method, path, served(row.operation, checked(service, row, handler)));
  }
  app.get(
    DISCOVERY_PATH,
    served("oauth.discovery", async ({ origin }) => ({ status: 200, json: service.oauth.discovery(origin) })),
  );
  app.post(
    TOKEN_PATH,
    served("oauth.token", async ({ request, origin, at }) => {
      const answer = await service.oauth.token(new URLSearchParams(await request.text()), origin, at);
      return { ...answer, headers: { "Cache-Control": "no-store" } };
    }),
  );
  app.notFound(
    served("unknown", async (incoming) => {
      admit(incoming);
      throw notFound(`Nothing is found at ${new URL(incoming.request.url).pathname}`);
    }),
  );
  // An error of the simulator itself, or of a rule of the caller, must not look like an answer of the service.
  app.onError((error, context) => {
    const outgoing = context.env?.outgoing;
    if (outgoing === undefined || outgoing.destroyed) throw error;
    return context.json({ errors: [{ code: "SimulatorError", title: error.name, detail: error.message }] }, 500);
  });
  return app;
}

/** Answers an operation: checks credentials, rate limit and request, then calls the handler. */
function checked(service: Service, row: Endpoint, handler: Handler): Answerer {
  return async (incoming) => {
    const { request, parameters, query } = incoming;
    const user = admit(incoming);
    checkPermission(row, user);
    checkAccept(row, request.headers.get("accept"));
    checkParameters(row, parameters);
    checkQuery(row, query);
    const hasBody = row.body !== undefined && row.method !== "GET";
    const isOptional = row.body === "PACommentaryParametersRoot";
    const body = hasBody ? await readBody(request, service.settings.maxBodyBytes, isOptional) : undefined;
    return handler({ ...incoming, row, user, body }, service);
  };
}

/** A request as the router has it. */
interface Routed extends Pick<Incoming, "request" | "operation" | "parameters"> {
  readonly url: URL;
  readonly wire: Wire | undefined;
}

/** Replies to a request, or throws a `Refusal`. */
type Answerer = (incoming: Incoming) => Promise<Reply>;

/** Receives any request: logs it, and applies its fault before, around or after the answer. */
export async function serve(service: Service, routed: Routed, answerer: Answerer): Promise<Response> {
  const { url, ...route } = routed;
  const { request, parameters, operation, wire } = route;
  const { clock, settings } = service;
  const entry = service.log.add({
    at: clock.now(),
    method: request.method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: headersToLog(request.headers, deadlineHeader(service)),
    operation,
    parameters,
  });
  const fault = service.faults.next({ operation, jobId: parameters["id"], unit: parameters["unitId"] });
  entry.fault = fault?.kind;
  if (fault?.kind === "refused" || fault?.kind === "reset") return dropConnection(fault.kind, wire);
  if (fault?.kind === "delay") await sleep(clock, fault.seconds * 1000, request.signal);
  const at = clock.now();
  // The token endpoint needs no credentials.
  const authorization = operation.startsWith("oauth.") ? null : request.headers.get("authorization");
  const user = service.users.authenticate(authorization, at);
  const rate = user && service.rateWindow.take(user.username, at);
  const origin = settings.publicOrigin || url.origin;
  const incoming = { ...route, number: entry.number, at, query: url.searchParams, origin, fault, user, rate };
  const reply = (fault && insteadOfAnswer(fault)) ?? (await replyTo(service, incoming, answerer));
  const answer = wireAnswer(service, reply, incoming);
  if (fault?.kind === "lost") return dropConnection("reset", wire);
  entry.status = answer.status;
  return deliver(answer, incoming, clock);
}

async function replyTo(service: Service, incoming: Incoming, answerer: Answerer): Promise<Reply> {
  try {
    return await answerer(incoming);
  } catch (error) {
    if (error instanceof Refusal) return refusalReply(service, error, incoming.number);
    throw error;
  }
}

/** The one request header with the vendor's name. */
export function deadlineHeader({ settings }: Service): string {
  return `X-${settings.vendorWord}-Api-Long-Running-Deadline`;
}

/** The `Location` of a path: absolute or as it is, by the option `location`. */
export function locationOf(path: string, origin: string, { settings }: Service): string {
  return settings.location === "path" ? path : `${origin}${path}`;
}
