import { templateSchemas } from "@analytics-engines/core/families";
import { findTemplateType } from "../catalogue/columns.ts";
import { findComponent } from "../catalogue/components.ts";
import { fieldsOf } from "../results/request.ts";
import type { Service } from "../service.ts";
import type { StoredTemplate, StoredTemplateKind } from "../templates.ts";
import { badRequest } from "./create.ts";
import { type Exchange, type Handler, notFound, parameter, Refusal } from "./exchange.ts";

type Properties = Readonly<Record<string, unknown>>;

/** The differences between the three kinds of templates. */
interface Kind {
  readonly kind: StoredTemplateKind;
  readonly schema: "linkedTemplate" | "unlinkedTemplate" | "templatedComponent";
  /** The property with the id of its parent. */
  readonly parent: string;
  /** The properties that it gets from its parent. Throws for an unknown id. */
  readonly parentOf: (id: string, exchange: Exchange, service: Service) => Properties;
  /** The properties in a list and in the answer to a write, beside description and name. */
  readonly listed: readonly string[];
  /** Whether a list with this query contains the template. */
  readonly isListed: (template: StoredTemplate, query: URLSearchParams) => boolean;
}

const text = (value: unknown) => (typeof value === "string" ? value : "");
const same = (expected: string | null, value: unknown) =>
  !expected || expected.toLowerCase() === text(value).toLowerCase();
const missing = (what: string, pointer: string) =>
  new Refusal(400, [{ detail: `Invalid ${what}`, source: { pointer: `/data/${pointer}` } }]);

const linked: Kind = {
  kind: "linked",
  schema: "linkedTemplate",
  parent: "parentComponentId",
  parentOf(id) {
    const component = findComponent("pa", id);
    if (component === undefined) throw missing("component identifier", "parentComponentId");
    return { name: component.name, snapshot: component.snapshot };
  },
  listed: ["parentComponentId"],
  isListed(template, query) {
    const component = findComponent("pa", text(template.properties["parentComponentId"]));
    const path = component?.document.path ?? "";
    const end = Math.max(path.lastIndexOf("/"), path.lastIndexOf(":"));
    return (
      same(query.get("directory"), template.directory) &&
      same(query.get("documentDirectory"), path.slice(0, end)) &&
      same(query.get("documentName"), path.slice(end + 1))
    );
  },
};

const unlinked: Kind = {
  kind: "unlinked",
  schema: "unlinkedTemplate",
  parent: "templateTypeId",
  parentOf(id) {
    const type = findTemplateType(id);
    if (type === undefined) throw missing("template type identifier", "templateTypeId");
    return { name: type.name, category: type.category, snapshot: type.snapshot };
  },
  listed: ["category"],
  isListed: (template, query) =>
    same(query.get("directory"), template.directory) && same(query.get("category"), template.properties["category"]),
};

const component: Kind = {
  kind: "component",
  schema: "templatedComponent",
  parent: "parentTemplateId",
  parentOf(id, { user }, { templates }) {
    const template = templates.findTemplate(id, user.username);
    if (template === undefined) throw missing("template identifier", "parentTemplateId");
    return {
      name: template.name,
      type: template.properties["category"] ?? "Linked",
      snapshot: template.properties["snapshot"],
    };
  },
  listed: ["parentTemplateId", "type"],
  isListed: (template, query) => same(query.get("directory"), template.directory),
};

function handlersOf(kind: Kind): Readonly<Record<"list" | "create" | "update" | "get" | "delete", Handler>> {
  const find = (exchange: Exchange, { templates }: Service) => {
    const template = templates.find(kind.kind, parameter(exchange, "id"), exchange.user.username);
    if (template === undefined) throw notFound("Template not found");
    return template;
  };
  const summary = ({ name, properties }: StoredTemplate): Properties => ({
    description: properties["description"] ?? null,
    name,
    ...Object.fromEntries(kind.listed.map((property) => [property, properties[property]])),
  });
  const written = (template: StoredTemplate) => ({ data: { id: template.id, ...summary(template) } });
  return {
    list({ user, query }, service) {
      const templates = service.templates.list(kind.kind, user.username).filter((entry) => kind.isListed(entry, query));
      return { status: 200, json: { data: Object.fromEntries(templates.map((entry) => [entry.id, summary(entry)])) } };
    },
    create(exchange, service) {
      const { directory, ...properties } = readTemplate(kind.schema, exchange, service);
      const { name, ...inherited } = kind.parentOf(text(properties[kind.parent]), exchange, service);
      const template = service.templates.create({
        kind: kind.kind,
        user: exchange.user.username,
        directory: text(directory),
        name: text(name),
        properties: { ...inherited, ...properties },
      });
      return { status: 201, json: written(template) };
    },
    update(exchange, service) {
      const template = find(exchange, service);
      const properties = readTemplate(`${kind.schema}Update`, exchange, service);
      const parent = properties[kind.parent];
      const inherited = typeof parent === "string" ? kind.parentOf(parent, exchange, service) : {};
      return { status: 200, json: written(service.templates.update(template, { ...inherited, ...properties })) };
    },
    get(exchange, service) {
      const { id, directory, name, properties } = find(exchange, service);
      return { status: 200, json: { data: { id, directory, name, ...properties } } };
    },
    delete(exchange, service) {
      service.templates.delete(find(exchange, service));
      return { status: 204 };
    },
  };
}

function readTemplate(schema: keyof typeof templateSchemas, { body }: Exchange, service: Service): Properties {
  const parsed = templateSchemas[schema].safeParse(body);
  if (!parsed.success) throw badRequest(parsed.error.issues, service);
  if (parsed.data.data === null) throw badRequest([{ path: ["data"], message: "The data field is required" }], service);
  const data: Record<string, unknown> = { ...parsed.data.data };
  const content = fieldsOf(data["content"]);
  const both = content.texts("mandatory").find((name) => content.texts("locked").includes(name));
  if (both !== undefined) {
    const detail = `${both} cannot be both mandatory and locked`;
    throw new Refusal(400, [{ detail, source: { pointer: "/data/content" } }]);
  }
  return data;
}

export const linkedTemplates = handlersOf(linked);
export const unlinkedTemplates = handlersOf(unlinked);
export const templatedComponents = handlersOf(component);
