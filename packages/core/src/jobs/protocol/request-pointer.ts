import { fromPointer, toPointer } from "../../json/pointer.ts";
import { findName, isObject, property } from "../../json/value.ts";

/**
 * The place in a request that an error of the service means, as a JSON pointer with the request's own keys.
 *
 * The service names places in three ways: by a pointer (`/data/weights/account/id`), by a path with its own letter case
 * (`data.weights.Account.Id`), and by the position in its dictionary of units (`CalculationParametersDictionary[0].Value.Account.Id`).
 * @param place the pointer, or the path with `/` in place of its dots, as the client gives it
 * @param body the request as it was sent
 * @returns the longest part of the place that the request has; `undefined` where it has nothing of it
 */
export function pointerInRequest(place: string, body: unknown): string | undefined {
  const steps = (fromPointer(place) ?? []).flatMap(stepsOf);
  const [first, ...rest] = steps;
  const isDictionary = first !== undefined && /^\w+Dictionary$/i.test(String(first));
  const path = isDictionary ? inDictionary(rest, body) : walk(steps, body, []);
  return path.length === 0 ? undefined : toPointer(path);
}

/** `Parameters[0]` is a name and an index. */
function stepsOf(segment: string): (string | number)[] {
  const indexed = /^([^[\]]*)\[(\d{1,9})\]$/.exec(segment);
  if (indexed === null) return [segment];
  const [, name = "", index = ""] = indexed;
  return name === "" ? [Number(index)] : [name, Number(index)];
}

/** The path of a place in the dictionary of units: the n-th entry is the n-th unit of the request, and `Value` its parameters. */
function inDictionary([index, value, ...rest]: readonly (string | number)[], body: unknown): string[] {
  const dataKey = findName(body, "data");
  const data = dataKey === undefined ? undefined : property(body, dataKey);
  const unit = typeof index === "number" && isObject(data) ? Object.keys(data)[index] : undefined;
  if (dataKey === undefined || unit === undefined) return [];
  const inner = typeof value === "string" && value.toLowerCase() === "value" ? rest : [];
  return walk(inner, property(data, unit), [dataKey, unit]);
}

function walk(steps: readonly (string | number)[], body: unknown, path: string[]): string[] {
  const [step, ...rest] = steps;
  // A list has its indexes as names.
  const members = Array.isArray(body) ? { ...body } : body;
  const key = step === undefined ? undefined : findName(members, String(step));
  return key === undefined ? path : walk(rest, property(members, key), [...path, key]);
}
