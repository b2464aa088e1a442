import { isDeepStrictEqual } from "node:util";
import { isObject } from "@analytics-engines/core/basics";
import type { TemplateSort } from "../common/templates.ts";
import type { EditorSchema } from "../editor/language/schema/schema.ts";
import { loadSchema } from "../editor/language/schema/schema-files.ts";
import { templateFileKinds } from "./sorts.ts";
import type { Template } from "./template-service.ts";

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
