import { endpoints } from "@analytics-engines/core";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { discoveryPath, tokenPath } from "../auth/oauth.ts";
import type { Service } from "../service.ts";
import { handlers } from "./handlers.ts";
import { operation, unknownAddress } from "./operation.ts";
import { type Answerer, serve } from "./serve.ts";
import { discovery, token } from "./tokens.ts";

type Environment = { Bindings: Partial<HttpBindings> };

/** Routes the operations of the service and the two addresses of OAuth. Every other address is a 404. */
export function createApp(service: Service): Hono<Environment> {
  const app = new Hono<Environment>();
  const served = (name: string, answerer: Answerer) => (context: Context<Environment>) => {
    const { incoming, outgoing } = context.env ?? {};
    const wire = incoming && outgoing && { incoming, outgoing };
    const request = context.req.raw;
    const parameters = context.req.param();
    return serve(service, { request, url: new URL(request.url), parameters, operation: name, wire }, answerer);
  };
  for (const row of endpoints) {
    const handler = handlers.get(row.operation);
    if (handler === undefined) throw new Error(`${row.operation} has no handler.`);
    // {name} in the table is :name to the router.
    const path = row.path.replaceAll(/\{(\w+)\}/g, ":$1");
    app.on(row.method, path, served(row.operation, operation(service, row, handler)));
  }
  app.get(discoveryPath, served("oauth.discovery", discovery(service)));
  app.post(tokenPath, served("oauth.token", token(service)));
  app.notFound(served("unknown", unknownAddress(service)));
  // An error of the simulator itself, or of a rule of the caller, must not look like an answer of the service.
  app.onError((error, context) => {
    const outgoing = context.env?.outgoing;
    if (outgoing === undefined || outgoing.destroyed) throw error;
    return context.json({ errors: [{ code: "SimulatorError", title: error.name, detail: error.message }] }, 500);
  });
  return app;
}
