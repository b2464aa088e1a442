import type { Endpoint } from "@analytics-engines/core";
import { isFamilyId } from "@analytics-engines/core/basics";
import type { FamilyId } from "@analytics-engines/core/families";
import type { SimulatorUser } from "../auth/users.ts";
import { badParameter, type Incoming, Refusal } from "./exchange.ts";

/** The family that an operation belongs to; lookups belong to none. */
export function familyOf(row: Endpoint): FamilyId | undefined {
  const first = row.operation.split(".", 1)[0] ?? "";
  return isFamilyId(first) ? first : undefined;
}

/** The user of a request. Refuses wrong credentials, and a request beyond the rate limit. */
export function admit({ user, rate }: Incoming): SimulatorUser {
  if (user === undefined) throw new Refusal(401, [], { "WWW-Authenticate": 'Basic realm="service"' });
  if (rate?.allowed === false)
    throw new Refusal(429, "The rate limit is reached", { "Retry-After": String(rate.resetSeconds) });
  return user;
}

export function checkPermission(row: Endpoint, user: SimulatorUser): void {
  const family = familyOf(row);
  if (family !== undefined && user.families !== undefined && !user.families.includes(family)) {
    throw new Refusal(403, `The user has no permission for ${family}`);
  }
}

const acceptable = new Set(["application/json", "application/*", "*/*"]);

/** Operations that declare 406 answer JSON only. */
export function checkAccept(row: Endpoint, accept: string | null): void {
  if (accept === null || !row.errors.includes(406)) return;
  const types = accept.split(",").map((type) => type.split(";", 1)[0]?.trim().toLowerCase() ?? "");
  if (!types.some((type) => acceptable.has(type))) throw new Refusal(406, "The Accept header must be application/json");
}

/** Job ids that a client may choose or ask for. */
const JOB_ID = /^[0-9A-Za-z][0-9A-Za-z._-]{0,99}$/;

export function checkParameters(row: Endpoint, parameters: Readonly<Record<string, string>>): void {
  const { id, unitId } = parameters;
  const isJob = row.path.includes("/calculations") || row.path.includes("/optimizations");
  if (isJob && id !== undefined && !JOB_ID.test(id)) throw badParameter("id", "The calculation identifier is invalid");
  if (unitId !== undefined && !isUnitId(unitId)) throw badParameter("unitId", "The unit identifier is invalid");
}

/** Whether an id can be a part of an address, as the id of a unit must. */
export function isUnitId(id: string): boolean {
  return id.length > 0 && id.length <= 200 && id !== "." && id !== ".." && id.isWellFormed();
}

export function checkQuery(row: Endpoint, query: URLSearchParams): void {
  for (const [name, { required }] of Object.entries(row.query)) {
    if (required && !query.get(name)) throw badParameter(name, `The ${name} field is required`);
  }
}

/**
 * The JSON of a request's body. Refuses other content types, long bodies and broken JSON.
 * @param isOptional whether a request may have no body, and then no content type; its body is `undefined`
 */
export async function readBody(request: Request, maxBytes: number, isOptional: boolean): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  const isJson = type === "application/json";
  const mayBeAbsent = isOptional && (isJson || type === undefined);
  const wrongType = () => new Refusal(415, "The Content-Type header must be application/json");
  if (!isJson && !mayBeAbsent) throw wrongType();
  const tooLarge = () =>
    new Refusal(413, [{ code: "RequestEntityTooLarge", detail: `The body is larger than ${maxBytes} bytes` }]);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > maxBytes) throw tooLarge();
  if (mayBeAbsent && bytes.byteLength === 0) return undefined;
  if (!isJson) throw wrongType();
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal(400, [{ detail: "The body is not valid JSON", source: { pointer: "/" } }]);
  }
}
