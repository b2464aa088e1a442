import { toPointer } from "@analytics-engines/core/basics";
import type { Service } from "../service.ts";
import { Refusal } from "./exchange.ts";

/** An issue that a schema finds in a request. */
export interface SchemaIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** The names that the model does not know. */
  readonly keys?: readonly string[];
}

/**
 * The 400 of schema issues: a sentence with a pointer for each, or JSON text keyed by a path.
 * @param units the ids of the request's units, in their order; none for a request without units
 */
export function badRequest(issues: readonly SchemaIssue[], service: Service, units: readonly string[] = []): Refusal {
  const paths = issues.map((issue) => ({
    message: issue.message,
    path: [...issue.path, ...(issue.keys?.slice(0, 1) ?? [])].map(String),
  }));
  const { badRequestDetail } = service.settings;
  if (badRequestDetail !== "text") {
    const keyOf = (path: readonly string[]) =>
      badRequestDetail === "keyed" ? path.join(".") : dictionaryKey(path, units);
    const keyed = Object.fromEntries(paths.map(({ path, message }) => [keyOf(path), [message]]));
    return new Refusal(400, JSON.stringify(keyed));
  }
  return new Refusal(
    400,
    paths.map(({ path, message }) => ({ detail: message, source: { pointer: toPointer(path) } })),
  );
}

/** A path by the service's own names: `CalculationParametersDictionary[0].Value.Account.Id`. */
function dictionaryKey(path: readonly string[], units: readonly string[]): string {
  const number = path[0] === "data" ? units.indexOf(path[1] ?? "") : -1;
  const names = number < 0 ? path : path.slice(2);
  const start = number < 0 ? "" : `CalculationParametersDictionary[${number}].Value`;
  const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
  const key = names.map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${capital(name)}`)).join("");
  return start === "" ? key.replace(/^\./, "") : start + key;
}
