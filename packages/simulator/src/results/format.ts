import type { FamilyId } from "@analytics-engines/core/families";
import { fieldsOf, ParameterProblem } from "./request.ts";
import type { Organisation } from "./stach/encode.ts";

const organisations: Readonly<Record<string, Organisation>> = {
  simplifiedrow: "SimplifiedRow",
  row: "Row",
  column: "Column",
};

/**
 * The format in `meta`, in any letter case. `stachContentOrganization` wins over `contentorganization`; `None` and a missing value mean
 * SimplifiedRow. Throws `ParameterProblem` for a format that the family does not have.
 */
export function formatOf(family: FamilyId, meta: unknown) {
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
  const organisation = names.map((name) => organisations[name?.toLowerCase() ?? ""]).find((form) => form !== undefined);
  return { kind, organisation: organisation ?? "SimplifiedRow" };
}

// What the tables with the headers of an export share, whatever their family.
