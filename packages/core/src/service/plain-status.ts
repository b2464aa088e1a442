import { isObject } from "../json/value.ts";
import type { CalculationStatus, CalculationStatusRoot, CalculationUnitStatus } from "./models/index.ts";

/**
 * The status of a job of which nothing is told but how far it is, as the model reads it. This is most of what a client
 * reads, and the schema with its many small steps takes a tenth of such a request.
 *
 * It is what was handed in, whose `errors` that are null go. `undefined` for whatever else there may be (errors, warnings, another spelling,
 * another property): the schema reads that.
 */
export function readPlainStatus(root: unknown): CalculationStatusRoot | undefined {
  if (!isPlainRoot(root)) return undefined;
  const { units } = root.data;
  for (const id in units) {
    const unit = units[id];
    if (unit?.errors === null) units[id] = { ...unit, errors: undefined };
  }
  return root;
}

interface PlainRoot extends CalculationStatusRoot {
  data: CalculationStatus & { units: Record<string, CalculationUnitStatus> };
}

const rootNames = new Set(["data", "meta"]);
const jobNames = new Set(["calculationid", "status", "units"]);
const unitNames = new Set(["status", "errors", "result", "progress", "points", "warnings"]);
const jobStates = new Set<unknown>(["Queued", "Executing", "Completed", "Cancelled"]);
const unitStates = new Set<unknown>(["Queued", "Executing", "Success", "Failed", "Cancelled"]);

function isPlainRoot(value: unknown): value is PlainRoot {
  if (!isObjectOf(value, rootNames)) return false;
  const { data, meta } = value;
  if (!isNone(meta) || !isObjectOf(data, jobNames)) return false;
  const { calculationid, status, units } = data;
  return isText(calculationid) && isOneOf(jobStates, status) && isMapOfUnits(units);
}

function isMapOfUnits(value: unknown): boolean {
  if (!isObject(value)) return false;
  for (const id in value) if (id === "__proto__" || !isPlainUnit(value[id])) return false;
  return true;
}

function isPlainUnit(value: unknown): boolean {
  if (!isObjectOf(value, unitNames)) return false;
  const { status, errors, result, progress, points, warnings } = value;
  if (!isNone(errors) || !isNone(warnings)) return false;
  if (!isOneOf(unitStates, status) || !isText(result) || !isText(progress)) return false;
  return isNone(points) || (typeof points === "number" && Number.isFinite(points));
}

/** An object with no other properties than these. What JSON gives inherits no names that `in` would list. */
function isObjectOf(value: unknown, names: ReadonlySet<string>): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false;
  for (const name in value) if (!names.has(name)) return false;
  return true;
}

function isNone(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function isText(value: unknown): value is string | null | undefined {
  return typeof value === "string" || isNone(value);
}

function isOneOf(texts: ReadonlySet<unknown>, value: unknown): value is string | null | undefined {
  return isNone(value) || texts.has(value);
}
