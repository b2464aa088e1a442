import type { ServiceErrorItem } from "@analytics-engines/core";
import { fiTables } from "./fixed-income/compute.ts";
import { formatOf } from "./format.ts";
import { optimizerTables } from "./optimizer/compute.ts";
import { paTables, vaultTables } from "./portfolio/compute.ts";
import { holdingsFor, spanOf } from "./portfolio/request.ts";
import { quantResult, toFeather } from "./quant/compute.ts";
import { pubReport } from "./report.ts";
import { type Computed, fieldsOf, ParameterProblem, type ResultRequest } from "./request.ts";
import { sparTables } from "./spar/compute.ts";
import { encodeOutputs, encodeTables } from "./stach/encode.ts";
import type { ResultTables } from "./stach/table.ts";

const JSON_TYPE = "application/json";

const FEATHER_TYPE = "application/vnd.apache.arrow.file";

/**
 * The result of one unit: the same bytes whenever the seed, the parameters and the dates that they mean are the same.
 * For parameters that cannot be computed, returns the errors of the unit, worded as the service does, without ids.
 */
export function computeResult(request: ResultRequest): Computed | Failed {
  return orErrors(() => compute(request));
}

interface Failed {
  readonly errors: readonly ServiceErrorItem[];
}

function orErrors<Result>(compute: () => Result): Result | Failed {
  try {
    return compute();
  } catch (problem) {
    if (problem instanceof ParameterProblem) return { errors: [problem.item] };
    throw problem;
  }
}

function compute(request: ResultRequest): Computed {
  const { family } = request;
  switch (family) {
    case "pa":
      return stach(request, paTables(request));
    case "vault":
      return stach(request, { tables: vaultTables(request), warnings: [] });
    case "spar":
      return stach(request, { tables: sparTables(request), warnings: [] });
    case "fi":
      return stach(request, fiTables(request));
    case "quant":
      return quant(request);
    case "pub":
      return { contentType: "application/pdf", body: pubReport(request), warnings: [] };
    case "fiab":
      return batch(request);
    default: {
      const { organisation } = formatOf(family, request.meta);
      const body = encodeOutputs(optimizerTables(family, request), organisation, saltOf(request));
      return { contentType: JSON_TYPE, body, warnings: [] };
    }
  }
}

function stach(request: ResultRequest, { tables, warnings }: ResultTables): Computed {
  const { organisation } = formatOf(request.family, request.meta);
  return { contentType: JSON_TYPE, body: encodeTables(tables, organisation, saltOf(request)), warnings };
}

function quant(request: ResultRequest): Computed {
  const { kind } = formatOf("quant", request.meta);
  const { table, warnings } = quantResult(request);
  if (kind === "feather") return { contentType: FEATHER_TYPE, body: toFeather(table), warnings };
  return stach(request, { tables: [table], warnings });
}

/** A batch writes its figures into the client's own lists, so the result is empty. Throws for wrong parameters. */
function batch({ unit: parameters, seed, today }: ResultRequest): Computed {
  const unit = fieldsOf(parameters);
  holdingsFor(unit.object("account").text("id") ?? "", "account", seed);
  spanOf(unit.object("dates"), { start: "0", end: "0", frequency: "Single", snapshot: false }, today);
  return { contentType: JSON_TYPE, body: new Uint8Array(), warnings: [] };
}

/** Ids within a result differ by unit, so that two results never share one. */
function saltOf({ family, unitId }: ResultRequest): string {
  return `${family}|${unitId}`;
}

/** The info document of a quant unit: its size, formulas and warnings. */
export function computeInfo(request: ResultRequest): { contentType: string; body: Uint8Array<ArrayBuffer> } {
  const info = orErrors(() => {
    const { formulas, warnings, members, days, table } = quantResult(request);
    return {
      identifiers: members,
      dates: days,
      rows: table.rowCount,
      formulas: formulas.map(({ name, expression }) => ({ name, expr: expression })),
      warnings,
    };
  });
  const data = { unit: request.unitId, ...info };
  return { contentType: JSON_TYPE, body: new TextEncoder().encode(JSON.stringify({ data })) };
}
