import { requestPath } from "../../families/request-path.ts";
import { items, type JsonPath, property, toPointer } from "../../json/value.ts";
import type { FilePlace } from "../issues/issue.ts";
import type { ParameterFile } from "../read/read.ts";
import { bestValue, isFrame, type RefusalText, valuesOf } from "./spoken-value.ts";

export interface RefusalScope {
  /** The unit for which the service reported the error. */
  readonly unit?: string | undefined;
  /** The units of the request in their order; by default those of the file. */
  readonly units?: readonly string[] | undefined;
}

/** Where a file has what an error of the service speaks of. */
export interface RefusedPlace {
  /** JSON pointer of a value, of a property that contains it, or of a unit. */
  readonly pointer: string;
  /** The unit around it; undefined outside of all units, and in a family without units. */
  readonly unit: string | undefined;
  /** The range of a text or number; of an object or a list, the range of its name. */
  readonly range: FilePlace;
}

/**
 * Finds what an error of the service speaks of: the value at its pointer, or else the value that its text quotes, or the property that its
 * text names, or else the unit. Undefined if the file has nothing of these, or errors that hide its values.
 *
 * The service names places in several ways, and often in none: `/data/u/dates/enddate`, the n-th unit by the service's own names
 * (`CalculationParametersDictionary[0].Value.Account.Id`), `Invalid currency ISO code:EURO`, `Invalid end date input`.
 */
export function placeRefusal(
  file: ParameterFile,
  refusal: RefusalText,
  { unit: reportedUnit, units = file.units }: RefusalScope = {},
): RefusedPlace | undefined {
  const pointer = refusal.source?.pointer ?? "";
  const pointed =
    pointer === "" ? { path: [], isWhole: false } : requestPath(pointer, file.request, units, reportedUnit);
  const isSpecific = !isFrame(pointed.path, file.units);
  if (pointed.isWhole && isSpecific) return placeAt(file, pointed.path);
  const unit = unitAt(file, pointed.path) ?? reportedUnit;
  // A pointer to what is missing leads to what should have it.
  const part = isSpecific ? pointed.path : undefined;
  const path = bestValue(valuesOf(file, unit), refusal) ?? part ?? unitPath(file, unit);
  return path && placeAt(file, path);
}

/** The unit around a value; undefined outside of all units, and in a family without units. */
function unitAt({ units }: ParameterFile, path: JsonPath): string | undefined {
  return units.length > 0 && path[0] === "data" && path.length > 1 ? String(path[1]) : undefined;
}

function unitPath({ units }: ParameterFile, unit: string | undefined): JsonPath | undefined {
  return unit !== undefined && units.includes(unit) ? ["data", unit] : undefined;
}

function placeAt(file: ParameterFile, path: JsonPath): RefusedPlace | undefined {
  const pointer = toPointer(path);
  const [value, key] = [file.rangeOf(pointer), file.rangeOf(pointer, "key")];
  const range = isContainer(file, path) ? (key ?? value) : value;
  if (range === undefined) return undefined;
  return { pointer, unit: unitAt(file, path), range };
}

function isContainer({ request }: ParameterFile, path: JsonPath): boolean {
  let value: unknown = request;
  for (const segment of path) value = typeof segment === "number" ? items(value)[segment] : property(value, segment);
  return typeof value === "object" && value !== null;
}
