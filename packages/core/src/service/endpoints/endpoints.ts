import type { AnswerKind, Route } from "./route.ts";
import { routes } from "./routes.ts";

/** A route with its name, which is the path to its method in the client, e.g. `pa.calculations.createOrUpdate`. */
export interface Endpoint extends Route {
  readonly operation: string;
}

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

/** The success statuses with which the client returns a result. */
const resultStatuses = [200, 201, 202, 203, 204, 205, 206, 207, 208, 226] as const;

export type ResultStatus = (typeof resultStatuses)[number];

/** Returns the status itself, or 200 for a success status that the client does not know, as HTTP requires. */
export function resultStatus(status: number): ResultStatus {
  return resultStatuses.find((each) => each === status) ?? 200;
}

/**
 * With these statuses, too, the answer to a create may be its one result. With any other, a page could be mistaken for the only copy of a
 * result.
 */
const inlineStatuses: ReadonlySet<number> = new Set([200, 203, 206]);

/**
 * The kind of an answer's body: the kind that its route declares for the status, or a result if the bytes could be the only copy.
 * `undefined` for an error.
 */
export function answerKind(
  { answers, retry }: Pick<Route, "answers" | "retry">,
  status: number,
): AnswerKind | undefined {
  const declared = answers[status];
  if (declared !== undefined || status < 200 || status > 299) return declared;
  const isResult = retry === "result" || (answers[201] === "result" && inlineStatuses.has(status));
  return isResult ? "result" : undefined;
}
