import { entries } from "@analytics-engines/core/basics";
import { type ComponentEntry, findComponent } from "../catalogue/components.ts";
import { findTemplateType } from "../catalogue/template-types.ts";
import { fieldsOf } from "../results/fields.ts";
import type { Service } from "../service.ts";
import type { StoredTemplate } from "../templates.ts";

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
