import type { FamilyId } from "@analytics-engines/core/families";
import { computeResult } from "../../src/results/compute.ts";
import type { Computed, ResultRequest } from "../../src/results/request.ts";
import { type DecodedTable, decodeSimulated } from "./decode.ts";

const today = new Date("2026-11-20T10:00:00Z");

/** A request for one unit. What a test does not name has a default. */
export function request(family: FamilyId, unit: unknown, changes: Partial<ResultRequest> = {}): ResultRequest {
  return { family, unit, meta: {}, unitId: "1", seed: 1, today, ...changes };
}

/** The result of a computation. Throws if it fails. */
export function computed(family: FamilyId, unit: unknown, changes: Partial<ResultRequest> = {}): Computed {
  const result = computeResult(request(family, unit, changes));
  if ("errors" in result) throw new Error(`failed: ${result.errors[0]?.detail}`);
  return result;
}

/** The one table of a result. */
export function tableOf(family: FamilyId, unit: unknown, changes: Partial<ResultRequest> = {}): DecodedTable {
  const [table, ...more] = decodeSimulated(computed(family, unit, changes).body);
  if (table === undefined || more.length > 0) throw new Error(`${more.length + 1} tables`);
  return table;
}

/** The errors of a computation. Throws if it succeeds. */
export function failureOf(family: FamilyId, unit: unknown, changes: Partial<ResultRequest> = {}): string {
  const result = computeResult(request(family, unit, changes));
  if (!("errors" in result)) throw new Error("did not fail");
  return result.errors.map((error) => error.detail).join();
}

/** The numbers of a column by its header; null reads as NaN. */
export function numbersOf({ headers, rows }: DecodedTable, header: string): number[] {
  const at = headers.indexOf(header);
  if (at < 0) throw new Error(`no column ${header} among ${headers.join(", ")}`);
  return rows.map((row) => {
    const cell = row[at];
    return typeof cell === "number" ? cell : Number.NaN;
  });
}

/** The texts of a column by its header; null reads as an empty text. */
export function textsOf({ headers, rows }: DecodedTable, header: string): string[] {
  const at = headers.indexOf(header);
  if (at < 0) throw new Error(`no column ${header} among ${headers.join(", ")}`);
  return rows.map((row) => (typeof row[at] === "string" ? row[at] : ""));
}

/** The sum of the numbers, NaN left out. */
export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + (Number.isNaN(value) ? 0 : value), 0);
}
