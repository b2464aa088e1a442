import type { ServiceErrorItem } from "@analytics-engines/core";
import { formatOf } from "./format.ts";
import { paTables, vaultTables } from "./portfolio/compute.ts";
import { type Computed, ParameterProblem, type ResultRequest } from "./request.ts";
import { encodeTables } from "./stach/encode.ts";

const JSON_TYPE = "application/json";

/**
 * The result of one unit: the same bytes whenever the seed, the parameters and the dates that they mean are the same.
 * Parameters that cannot be computed come back as the unit's errors, in the service's kind of words.
 */
export function computeResult(request: ResultRequest): Computed | { readonly errors: readonly ServiceErrorItem[] } {
  try {
    return compute(request);
  } catch (problem) {
    if (problem instanceof ParameterProblem) return { errors: [problem.item] };
    throw problem;
  }
}

function compute(request: ResultRequest): Computed {
  const format = formatOf(request.family, request.meta);
  const tables = request.family === "vault" ? vaultTables(request) : paTables(request);
  const organisation = format.kind === "stach" ? format.organisation : "SimplifiedRow";
  return {
    contentType: JSON_TYPE,
    body: encodeTables(tables, organisation, `${request.family}|${request.unitId}`),
    warnings: [],
  };
}

/** The info document of a quant unit. */
export function computeInfo({ unitId }: ResultRequest): { contentType: string; body: Uint8Array<ArrayBuffer> } {
  return { contentType: JSON_TYPE, body: new TextEncoder().encode(JSON.stringify({ data: { unit: unitId } })) };
}
