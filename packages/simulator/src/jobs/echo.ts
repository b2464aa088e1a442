import { entries, families, isObject, property, propertyInAnyCase } from "@analytics-engines/core/basics";
import type { FamilyId } from "@analytics-engines/core/families";
import type { Job } from "./job.ts";

/** Properties whose value comes from a list. */
const enumerations = new Set(
  (
    "contentorganization stachcontentorganization contenttype format source universetype callmethod ratepath facetype pricingmethod " +
    "amortizationtype optionalredemptioncallwhenunits pointsabove ymabove advancetype identifiertype ifacctexists ifofdbdateexists item2 " +
    "volatilitycapmethod frequency calendar"
  ).split(" "),
);
/** Maps whose keys are names of the user. The keys keep their case; the values come from a list. */
const userKeys = new Set(["constraints", "terms"]);
/** Properties of `pa` and `vault` that hold an id, a path or a frequency. */
const identifiers = new Set(["id", "componentid", "configid", "statistics", "frequency"]);

/**
 * The parameters of a job as the service gives them back. By its official examples, `quant` lowers names and listed values, `pa` and
 * `vault` lower ids, paths and frequencies and keep `meta`, and `spar` keeps everything. There are no examples of the other families: by
 * default they keep everything, and in the profile `strict` they lower names and listed values. Unit ids never change.
 */
export function echo(
  { family, body, sentBody }: Pick<Job, "family" | "body" | "sentBody">,
  isStrict: boolean,
): unknown {
  switch (family) {
    case "pa":
    case "vault": {
      const meta = propertyInAnyCase(sentBody, "meta");
      return { data: ofUnits(property(body, "data"), lowerIdentifiers), ...(meta !== undefined && { meta }) };
    }
    case "quant":
      return lowerRequest(family, body);
    case "spar":
      return sentBody;
    default:
      return isStrict ? lowerRequest(family, body) : sentBody;
  }
}

function ofUnits(data: unknown, change: (unit: unknown) => unknown) {
  return Object.fromEntries(entries(data).map(([id, unit]) => [id, change(unit)]));
}

/** A request with names and listed values in lower case. */
function lowerRequest(family: FamilyId, body: unknown): unknown {
  const data = property(body, "data");
  if (families[family].answers !== "units" || !isObject(data)) return lowerNames(body);
  return { ...Object(lowerNames({ ...Object(body), data: null })), data: ofUnits(data, (unit) => lowerNames(unit)) };
}

function lowerNames(value: unknown, property = ""): unknown {
  if (typeof value === "string") return enumerations.has(property) ? value.toLowerCase() : value;
  if (Array.isArray(value)) return value.map((item) => lowerNames(item));
  if (!isObject(value)) return value;
  const ofUser = userKeys.has(property);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      if (ofUser && typeof item === "string") return [name, item.toLowerCase()];
      return [name.toLowerCase(), lowerNames(item, name.toLowerCase())];
    }),
  );
}

function lowerIdentifiers(value: unknown, property = ""): unknown {
  if (typeof value === "string") return identifiers.has(property) ? value.toLowerCase() : value;
  if (Array.isArray(value)) return value.map((item) => lowerIdentifiers(item, property));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, lowerIdentifiers(item, name)]));
}
