import { type FamilyId, families } from "@analytics-engines/core/families";
import { isObject } from "@analytics-engines/core/json";

/** Properties with enum values. The service gives these back in lower case. */
const enumerations = new Set(
  (
    "contentorganization stachcontentorganization contenttype format source universetype callmethod ratepath facetype pricingmethod " +
    "amortizationtype optionalredemptioncallwhenunits pointsabove ymabove advancetype identifiertype ifacctexists ifofdbdateexists item2 " +
    "volatilitycapmethod"
  ).split(" "),
);
/** Maps whose keys are names of the user. The keys keep their case; the values are enum values. */
const userKeys = new Set(["constraints", "terms"]);

/** A request as the service gives it back: property names and enum values in lower case, unit ids and the user's own names as they came. */
export function echo(family: FamilyId, body: unknown): unknown {
  if (!isObject(body) || families[family].answers !== "units" || !isObject(body["data"])) return lower(body);
  const units = Object.entries(body["data"]).map(([id, unit]) => [id, lower(unit)]);
  return {
    ...Object.fromEntries(Object.entries(body).map(([name, value]) => [name.toLowerCase(), lower(value)])),
    data: Object.fromEntries(units),
  };
}

function lower(value: unknown, property = ""): unknown {
  if (typeof value === "string") return enumerations.has(property) ? value.toLowerCase() : value;
  if (Array.isArray(value)) return value.map((item) => lower(item));
  if (!isObject(value)) return value;
  const ofUser = userKeys.has(property);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      if (ofUser && typeof item === "string") return [name, item.toLowerCase()];
      return [name.toLowerCase(), lower(item, name.toLowerCase())];
    }),
  );
}
