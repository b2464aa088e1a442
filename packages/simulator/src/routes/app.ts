import { endpoints } from "@analytics-engines/core";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { discoveryPath, tokenPath } from "../auth/oauth.ts";
import type { Service } from "../service.ts";
import { notFound } from "./exchange.ts";
import { handlers } from "./handlers.ts";
import { type Incoming, originOf, serve } from "./serve.ts";

type Environment = { Bindings: Partial<HttpBindings> };

/** The service's addresses: the 125 operations, and those where tokens come from. Everything else is a 404. */
export function createApp(service: Service): Hono<Environment> {
  const app = new Hono<Environment>();
  const incoming = (context: Context<Environment>): Pick<Incoming, "request" | "parameters" | "wire"> => {
    const { incoming, outgoing } = context.env ?? {};
    return {
      request: context.req.raw,
      parameters: context.req.param(),
      wire: incoming && outgoing && { incoming, outgoing },
    };
  };
  for (const row of endpoints) {
    const handler = handlers.get(row.operation);
    if (handler === undefined) throw new Error(`Nothing answers ${row.operation}`);
    // {name} in the table is :name to the router.
    app.on(row.method, row.path.replaceAll(/\{(\w+)\}/g, ":$1"), (context) =>
      serve(service, { ...incoming(context), row, handler }),
    );
  }
  app.get(discoveryPath, (context) =>
    context.json(service.oauth.discovery(originOf(service, new URL(context.req.url)))),
  );
  app.post(tokenPath, async (context) => {
    const form = new URLSearchParams(await context.req.text());
    const { status, json } = await service.oauth.token(
      form,
      originOf(service, new URL(context.req.url)),
      service.clock.now(),
    );
    return context.json(json, status, { "Cache-Control": "no-store" });
  });
  app.notFound((context) =>
    serve(service, {
      ...incoming(context),
      row: undefined,
      handler: () => {
        throw notFound();
      },
    }),
  );
  app.onError((error) => {
    throw error;
  });
  return app;
}
