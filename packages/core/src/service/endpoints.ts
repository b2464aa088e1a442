import type { Endpoint, Route } from "./endpoints/route.ts";
import { routes } from "./endpoints/routes.ts";

export type {
  AnswerKind,
  Endpoint,
  QueryParameters,
  RequestHeader,
  RetryClass,
  Route,
} from "./endpoints/route.ts";

type RouteTree = { readonly [name: string]: RouteTree | Route };

const isRoute = (node: RouteTree | Route): node is Route => typeof node["path"] === "string";

function flatten(tree: RouteTree, prefix: string): Endpoint[] {
  return Object.entries(tree).flatMap(([name, node]) => {
    const operation = prefix === "" ? name : `${prefix}.${name}`;
    return isRoute(node) ? [{ operation, ...node }] : flatten(node, operation);
  });
}

/** All 131 operations of the service, in the order of their paths: the 125 of its first description, and six later ones. */
export const endpoints: readonly Endpoint[] = flatten(routes, "");
