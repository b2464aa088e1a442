import type { Endpoint, Route } from "./route.ts";
import { routes } from "./routes.ts";

export type {
  AnswerKind,
  Endpoint,
  QueryParameters,
  RequestHeader,
  RetryClass,
  Route,
} from "./route.ts";

type RouteTree = { readonly [name: string]: RouteTree | Route };

const isRoute = (node: RouteTree | Route): node is Route => typeof node["path"] === "string";

function flatten(tree: RouteTree, prefix: string): Endpoint[] {
  return Object.entries(tree).flatMap(([name, node]) => {
    const operation = `${prefix}.${name}`;
    return isRoute(node) ? [{ operation, ...node }] : flatten(node, operation);
  });
}

const groups = Object.entries(routes).map(([name, group]) => flatten(group, name));
const firstPath = ([first]: readonly Endpoint[]) => first?.path ?? "";

/** All 131 operations of the service, in the order of their paths: the 125 of its first description, and six later ones. */
export const endpoints: readonly Endpoint[] = groups.sort((a, b) => (firstPath(a) < firstPath(b) ? -1 : 1)).flat();
