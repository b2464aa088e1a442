import { entries, families, isObject, property, propertyInAnyCase } from "@analytics-engines/core/basics";
import type { FamilyId } from "@analytics-engines/core/families";
import { findTemplateType } from "../catalogue/columns.ts";
import { type ComponentEntry, findComponent } from "../catalogue/components.ts";
import { fieldsOf } from "../results/request.ts";
import type { Service } from "../service.ts";
import type { StoredTemplate } from "../templates.ts";
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

/**
 * The component and the parameters of a unit of `pa` that names a templated component. The unit's parameters win over the component's, and these
 * over the template's. `undefined` for any other unit, and for one whose template is gone.
 */
export function templatedUnit({ templates }: Service, user: string, unit: unknown) {
  const component = templates.find("component", fieldsOf(unit).text("componentid") ?? "", user);
  if (component === undefined) return undefined;
  const { id, name, properties } = component;
  const parent = fieldsOf(properties).text("parentTemplateId") ?? "";
  const template = templates.findTemplate(parent, user);
  const base = template && (template.kind === "linked" ? linked(template) : unlinked(template));
  if (base === undefined) return undefined;
  const layers = [base.saved, template?.properties, properties["componentData"], unit];
  return { component: { ...base.component, id, name }, unit: Object.fromEntries(layers.flatMap(valuesOf)) };
}

/** A linked template computes what its component does. */
function linked({ properties }: StoredTemplate) {
  const component = findComponent("pa", fieldsOf(properties).text("parentComponentId") ?? "");
  return component && { component, saved: {} };
}

/** An unlinked template has the columns and groups of its type, and no document: accounts and benchmarks are those it is given. */
function unlinked({ properties }: StoredTemplate) {
  const type = findTemplateType(fieldsOf(properties).text("templateTypeId") ?? "");
  if (type === undefined) return undefined;
  const { columns, groups, snapshot, category, name, id } = type;
  const component: ComponentEntry = {
    id,
    family: "pa",
    name,
    category,
    kind: "holdings",
    snapshot,
    overTime: false,
    columns: [],
    groups: [],
    document: { path: "", account: "", components: [] },
    tile: 0,
    frequency: "Single",
    currency: "USD",
    benchmark: "",
  };
  return { component, saved: { columns, groups, benchmarks: [] } };
}

/** The properties with a value: null counts as absent. */
function valuesOf(value: unknown): [string, unknown][] {
  return entries(value).filter(([, item]) => item !== null && item !== undefined);
}
