import type { Client } from "../../../src/service/client/client.ts";
import type { Endpoint } from "../../../src/service/endpoints/routes.ts";

/** Calls the client's method of an operation, with a value for each parameter of the path and the query. */
export function perform({ operation, path, query, body }: Endpoint, client: Client): Promise<unknown> {
  const method = operation.split(".").reduce<unknown>((node, name) => Object(node)[name], client);
  if (typeof method !== "function") throw new Error(`the client has no ${operation}`);
  const question = Object.fromEntries(Object.keys(query).map((name) => [name, `${name} & co`]));
  const rest = [...(body ? [{ data: { unit: {} } }] : []), ...(Object.keys(query).length > 0 ? [question] : [])];
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return Reflect.apply(method, undefined, [...names.map((name) => `Client:${name}/1`), ...rest]);
}
