import type { ServiceErrorItem } from "@analytics-engines/core";
import type { FamilyId } from "@analytics-engines/core/families";
import { type Day, dashedDate } from "@analytics-engines/core/parameters";
import { findAccount, findBenchmark } from "../catalogue/accounts.ts";
import { fiTables } from "./fixed-income/compute.ts";
import { optimizerTables } from "./optimizer/compute.ts";
import { holdingsFor, paTables, spanOf, vaultTables } from "./portfolio/compute.ts";
import { quantResult, toFeather } from "./quant/compute.ts";
import { pubReport } from "./report.ts";
import { type Computed, fieldsOf, ParameterProblem, type ResultRequest } from "./request.ts";
import { sparTables } from "./spar/compute.ts";
import { encodeOutputs, encodeTables, type Organisation } from "./stach/encode.ts";
import { numbers, type ResultTables, type TableColumn } from "./stach/table.ts";

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

const organisations: Readonly<Record<string, Organisation>> = {
  simplifiedrow: "SimplifiedRow",
  row: "Row",
  column: "Column",
};

/**
 * The format in `meta`, in any letter case. `stachContentOrganization` wins over `contentorganization`; `None` and a missing value mean
 * SimplifiedRow. Throws `ParameterProblem` for a format that the family does not have.
 */
function formatOf(family: FamilyId, meta: unknown) {
  const fields = fieldsOf(meta);
  const format = fields.text("format") ?? "JsonStach";
  const contentType = fields.text("contenttype") ?? "Json";
  const kind = family === "quant" && format.toLowerCase() === "feather" ? "feather" : "stach";
  if (kind === "stach" && format.toLowerCase() !== "jsonstach") {
    throw new ParameterProblem(`Format ${format} is not supported for ${family} calculations`);
  }
  if (kind === "stach" && contentType.toLowerCase() !== "json") {
    throw new ParameterProblem(`Content type ${contentType} is not supported for ${family} calculations`);
  }
  const names = [fields.text("stachContentOrganization"), fields.text("contentorganization")];
  const organisation = names.map((name) => organisations[name?.toLowerCase() ?? ""]).find((one) => one !== undefined);
  return { kind, organisation: organisation ?? "SimplifiedRow" };
}

// What the tables with the headers of an export share, whatever their family.

const months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

/** A day as cells of an export have it: `04/28/2026`. */
export function slashedDate(day: Day): string {
  const [year, month, date] = dashedDate(day).split("-");
  return `${month}/${date}/${year}`;
}

/** A day as headers of an export have it: `28-APR-2026`. */
export function headerDate(day: Day): string {
  const [year, month, date] = dashedDate(day).split("-");
  return `${date}-${months[Number(month) - 1]}-${year}`;
}

/** An account or a benchmark as headers name it: the file of its path without the ending, or the name of the index. */
export function ownerLabel(name: string): string {
  const benchmark = findAccount(name) ? undefined : findBenchmark(name);
  return benchmark?.name ?? name.slice(name.lastIndexOf("/") + 1).replace(/^.*:|\.ACCT$/g, "");
}

/** A column of numbers of an export: its technical name is its header. */
export function exportedNumbers(headers: readonly string[], values: readonly (number | null)[], format?: string) {
  return numbers(headers.join(" | "), headers, values, format);
}

/** A column of texts of an export; an empty text is an empty cell. */
export function exportedTexts(header: string, texts: readonly (string | null)[], isDimension = false): TableColumn {
  return { name: header, headers: [header], type: "string", isDimension, cells: texts.map((text) => text || null) };
}
