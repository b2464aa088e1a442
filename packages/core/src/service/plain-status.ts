import type { CalculationStatusRoot, CalculationUnitStatus } from "./models/index.ts";

/**
 * The status of a job of which nothing is told but how far it is, as the model reads it. This is most of what a client
 * reads, and the schema with its many small steps takes a tenth of such a request.
 *
 * `undefined` for whatever else there may be (errors, warnings, another spelling, another property): the schema reads that.
 */
export function readPlainStatus(root: unknown): CalculationStatusRoot | undefined {
  if (!isObjectOf(root, rootNames)) return undefined;
  const { data, meta } = root;
  if (!isNone(meta) || !isObjectOf(data, jobNames)) return undefined;
  const { calculationid, status } = data;
  if (!isText(calculationid) || !isOneOf(jobStates, status)) return undefined;
  const units = readUnits(data["units"]);
  return units === undefined ? undefined : { data: { calculationid, status, units }, meta };
}

const rootNames = new Set(["data", "meta"]);
const jobNames = new Set(["calculationid", "status", "units"]);
const unitNames = new Set(["status", "errors", "result", "progress", "points", "warnings"]);
const jobStates = new Set<unknown>(["Queued", "Executing", "Completed", "Cancelled"]);
const unitStates = new Set<unknown>(["Queued", "Executing", "Success", "Failed", "Cancelled"]);

function readUnits(value: unknown): Record<string, CalculationUnitStatus> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const units: Record<string, CalculationUnitStatus> = {};
  for (const [id, each] of Object.entries(value)) {
    const unit = readUnit(each);
    if (unit === undefined || id === "__proto__") return undefined;
    units[id] = unit;
  }
  return units;
}

function readUnit(value: unknown): CalculationUnitStatus | undefined {
  if (!isObjectOf(value, unitNames)) return undefined;
  const { status, errors, result, progress, points, warnings } = value;
  if (!isNone(errors) || !isNone(warnings)) return undefined;
  if (!isOneOf(unitStates, status) || !isText(result) || !isText(progress)) return undefined;
  if (!isNone(points) && !(typeof points === "number" && Number.isFinite(points))) return undefined;
  return { status, errors: undefined, result, progress, points, warnings };
}

/** An object with no other properties than these. */
function isObjectOf(value: unknown, names: ReadonlySet<string>): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  // What JSON gives inherits no names, and none are listed for this.
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
