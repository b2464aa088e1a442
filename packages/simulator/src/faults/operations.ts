import { endpoints } from "@analytics-engines/core";
import type { FaultRule } from "./rule.ts";

/** Operations that are not in the service's table. */
const others = ["oauth.discovery", "oauth.token", "connection", "unknown"];

/** The names of an operation in rules: the whole name, any end of it, and the family with the last part. */
function namesOf(operation: string): readonly string[] {
  const words = operation.split(".");
  const names = [...words.keys()].map((index) => words.slice(index).join("."));
  return [...names, `${words[0]}.${words.at(-1)}`];
}

const names = new Map<string, ReadonlySet<string>>(
  [...endpoints.map(({ operation }) => operation), ...others].map((operation) => {
    // A PUT creates as a POST does.
    const asCreate = operation.endsWith(".createOrUpdate") ? namesOf(operation.replace(/OrUpdate$/, "")) : [];
    return [operation, new Set([...namesOf(operation), ...asCreate])];
  }),
);
const allNames = new Set([...names.values()].flatMap((set) => [...set]));

/** Whether any operation has a name. */
export function isOperationName(name: string): boolean {
  return allNames.has(name);
}

/** The reason why a rule can never match; undefined where it can. */
export function problemOf({ on, fault }: FaultRule): string | undefined {
  if (on.operation !== undefined && !isOperationName(on.operation)) return `No operation is called ${on.operation}`;
  // A connection has no answer that another fault could change.
  const isEnd = fault.kind === "refused" || fault.kind === "reset";
  return on.operation === "connection" && !isEnd ? "A connection can be refused or reset" : undefined;
}

/** Whether an operation has a name. */
export function hasName(operation: string, name: string): boolean {
  return names.get(operation)?.has(name) ?? false;
}
