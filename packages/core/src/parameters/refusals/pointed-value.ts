import { fromPointer, type JsonPath } from "../../json/pointer.ts";
import { findName, property } from "../../json/value.ts";
import type { ParameterFile } from "../read/read.ts";
import type { RefusalScope } from "./refusal.ts";
import { isFrame } from "./spoken-value.ts";

/** The value of a request that a pointer of the service leads to. */
export interface PointedValue {
  /** The path as far as the request has it. */
  readonly path: JsonPath;
  readonly unit: string | undefined;
  /** Whether the request has all of the path, and the path says more than the unit. */
  readonly isWhole: boolean;
}

/** The name that the service itself has for `data` of a request with units. */
const UNIT_LIST = /^calculationparametersdictionary$/i;

/**
 * Follows a pointer of the service through a request: names in any letter case, indexes in brackets, a unit by its number, and a unit id
 * with dots, which the service does not escape. Undefined if it leads nowhere.
 */
export function pointedValue(
  file: ParameterFile,
  pointer: string | undefined,
  { unit, units = file.units }: RefusalScope,
): PointedValue | undefined {
  const { request } = file;
  if (pointer === undefined || pointer === "" || request === undefined) return undefined;
  const segments = (fromPointer(pointer) ?? pointer.split(".")).flatMap(splitIndexes);
  const fromRoot = walk(request, [], withUnitId(segments, units));
  const inUnit = unit === undefined ? undefined : property(property(request, "data"), unit);
  const { path, rest } =
    fromRoot.path.length === 0 && inUnit !== undefined && unit !== undefined
      ? walk(inUnit, ["data", unit], segments)
      : fromRoot;
  const owner = file.units.length > 0 && path[0] === "data" && path.length > 1 ? String(path[1]) : undefined;
  const isWhole = rest === 0 && !isFrame(path, file.units);
  return isWhole || path.length > 0 ? { path, unit: owner, isWhole } : undefined;
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

/** @returns the path that the value has, and how many segments it has not */
function walk(
  from: unknown,
  start: JsonPath,
  segments: readonly string[],
): { readonly path: JsonPath; readonly rest: number } {
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
  return { path, rest: segments.length - at };
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
