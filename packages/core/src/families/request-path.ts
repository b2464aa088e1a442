import { entries, findName, fromPointer, type JsonPath, property } from "../json/value.ts";

/** The part of a place that a request has. */
export interface RequestPath {
  /** With the request's own names; empty if it has nothing of the place. */
  readonly path: JsonPath;
  /** Whether the request has all of the place. */
  readonly isWhole: boolean;
}

/** The name that the service itself has for `data` of a request with units. */
const UNIT_LIST = /^\w+Dictionary$/i;

/**
 * Follows a place that an error of the service names through a request, as far as the request has it.
 *
 * The service names places in three ways: by a pointer (`/data/weights/account/id`), by a path with its own letter case
 * (`data.weights.Account.Id`), and by the number of the unit (`CalculationParametersDictionary[0].Value.Account.Id`). It does not escape dots
 * in the id of a unit.
 * @param units the units of the request in their order
 * @param unit the unit that the error is about: a place that does not begin at the root begins in it
 */
export function requestPath(
  writtenPath: string,
  request: unknown,
  units: readonly string[] = entries(property(request, findName(request, "data") ?? "data")).map(([id]) => id),
  unit?: string,
): RequestPath {
  const segments = (fromPointer(writtenPath) ?? writtenPath.split(".")).flatMap(splitIndexes);
  const fromRoot = walk(request, [], withUnitId(segments, units));
  if (fromRoot.path.length > 0 || unit === undefined) return fromRoot;
  const parameters = property(property(request, "data"), unit);
  return parameters === undefined ? fromRoot : walk(parameters, ["data", unit], segments);
}

/** `Accounts[0]` is the name `Accounts` and the index `0`. */
function splitIndexes(segment: string): string[] {
  const parts = /^([^[\]]+)((?:\[\d+\])+)$/.exec(segment);
  if (!parts) return /^\[\d+\]$/.test(segment) ? [segment.slice(1, -1)] : [segment];
  return [parts[1] ?? "", ...[...(parts[2] ?? "").matchAll(/\d+/g)].map(([index]) => index)];
}

/** The segments with the id of a unit in place of its number. */
function withUnitId(segments: readonly string[], units: readonly string[]): readonly string[] {
  const [first = "", number = "", ...rest] = segments;
  const unit = UNIT_LIST.test(first) ? units[Number(number)] : undefined;
  if (unit === undefined) return segments;
  return ["data", unit, ...(rest[0]?.toLowerCase() === "value" ? rest.slice(1) : rest)];
}

function walk(from: unknown, start: JsonPath, segments: readonly string[]): RequestPath {
  const path = [...start];
  let value = from;
  let at = 0;
  while (at < segments.length) {
    const step = stepInto(value, segments.slice(at));
    if (step === undefined) break;
    path.push(step.name);
    value = step.value;
    at += step.segmentCount;
  }
  return { path, isWhole: at === segments.length };
}

/** The child that the first segment names, or the first few segments with dots between them. */
function stepInto(value: unknown, segments: readonly string[]) {
  const [first = ""] = segments;
  if (Array.isArray(value)) {
    const index = /^\d{1,9}$/.test(first) ? Number(first) : value.length;
    return index < value.length ? { name: index, value: value[index], segmentCount: 1 } : undefined;
  }
  for (let segmentCount = 1; segmentCount <= segments.length; segmentCount++) {
    const name = findName(value, segments.slice(0, segmentCount).join("."));
    if (name !== undefined) return { name, value: property(value, name), segmentCount };
  }
  return undefined;
}
