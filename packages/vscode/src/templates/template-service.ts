import { isDeepStrictEqual } from "node:util";
import type { Client } from "@analytics-engines/core";
import { isObject } from "@analytics-engines/core/basics";
import { templateSchemas as schemas } from "@analytics-engines/core/families";
import { answerProperties, objectOf, stringOf } from "@analytics-engines/runs/lookup";
import { type TemplateSort, templateRoutes } from "../common/templates.ts";
import { type EditorSchema, loadSchema } from "../editor/language/schema/schema.ts";
import { templateFileKinds } from "./template-names.ts";

/** A template as the service stores it. */
export type Template = Readonly<Awaited<ReturnType<typeof readTemplate>>>;

export async function readTemplate(client: Client, sort: TemplateSort, id: string) {
  /** The whole answer of the service, including id and name. */
  const data = objectOf((await templateRoutes(client, sort).get(id)).data.data);
  return { sort, id, name: stringOf(data["name"]) ?? id, directory: stringOf(data["directory"]) ?? "", data };
}

/** @param request a request without errors */
export async function createTemplate({ pa }: Client, sort: TemplateSort, request: unknown) {
  switch (sort) {
    case "linked":
      return receiptOf(await pa.linkedTemplates.create(schemas.linkedTemplate.parse(request)));
    case "unlinked":
      return receiptOf(await pa.unlinkedTemplates.create(schemas.unlinkedTemplate.parse(request)));
    case "component":
      return receiptOf(await pa.templatedComponents.create(schemas.templatedComponent.parse(request)));
  }
}

/** @param request a request without errors */
export async function updateTemplate({ pa }: Client, sort: TemplateSort, id: string, request: unknown) {
  switch (sort) {
    case "linked":
      return receiptOf(await pa.linkedTemplates.update(id, schemas.linkedTemplateUpdate.parse(request)), id);
    case "unlinked":
      return receiptOf(await pa.unlinkedTemplates.update(id, schemas.unlinkedTemplateUpdate.parse(request)), id);
    case "component":
      return receiptOf(await pa.templatedComponents.update(id, schemas.templatedComponentUpdate.parse(request)), id);
  }
}

interface WriteAnswer {
  readonly data: { readonly data: unknown };
  readonly meta: { readonly requestKey?: string | undefined };
}

/**
 * The template that was created or changed, and the request key that support needs. Never throws for a malformed answer, since the change has
 * happened.
 */
function receiptOf({ data: { data }, meta }: WriteAnswer, requestedId = "") {
  const written = answerProperties(data);
  const id = stringOf(written["id"]) ?? requestedId;
  return { id, name: stringOf(written["name"]) ?? id, requestKey: meta.requestKey };
}

/** Deletes a template. Returns the request key. */
export async function deleteTemplate(client: Client, sort: TemplateSort, id: string): Promise<string | undefined> {
  return (await templateRoutes(client, sort).delete(id)).meta.requestKey;
}

/**
 * The request that would leave a template unchanged: the properties that an update can set, in the order of the schema, without null values.
 */
export async function presentText({ sort, data }: Pick<Template, "sort" | "data">): Promise<string> {
  return textOf(ordered(await loadSchema(templateFileKinds[sort].update), withoutNulls({ data })));
}

/** A request in the same order, so that a comparison shows only real differences. */
export async function requestText(sort: TemplateSort, request: unknown): Promise<string> {
  return textOf(ordered(await loadSchema(templateFileKinds[sort].update), request));
}

/** Whether a template is unchanged, including the properties that an update cannot set. */
export function isSame(before: Template, after: Template): boolean {
  return isDeepStrictEqual(before.data, after.data);
}

/** The value with the properties of the schema, in its order. Values without a schema stay unchanged. */
function ordered({ properties, items }: EditorSchema, value: unknown): unknown {
  if (Array.isArray(value)) return items ? value.map((item: unknown) => ordered(items, item)) : value;
  if (!isObject(value) || properties === undefined) return value;
  const schemaMembers = Object.entries(properties).filter(([name]) => Object.hasOwn(value, name));
  return Object.fromEntries(schemaMembers.map(([name, schema]) => [name, ordered(schema, value[name])]));
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const presentMembers = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(presentMembers.map(([name, member]) => [name, withoutNulls(member)]));
}

function textOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
