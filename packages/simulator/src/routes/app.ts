import { type Endpoint, endpoints } from "@analytics-engines/core";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { DISCOVERY_PATH, TOKEN_PATH } from "../auth.ts";
import type { Service } from "../service.ts";
import { admit, checkAccept, checkParameters, checkPermission, checkQuery, readBody } from "./create.ts";
import { type Handler, notFound } from "./exchange.ts";
import { handlers } from "./handlers.ts";
import { type Answerer, serve } from "./serve.ts";

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
