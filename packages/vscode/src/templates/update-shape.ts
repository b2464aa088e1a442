import { isDeepStrictEqual } from "node:util";
import { isObject } from "@analytics-engines/core/json";
import type { Schema } from "../editor/schema.ts";
import { loadSchema } from "../editor/schema-files.ts";
import type { TemplateSort } from "../explorer/nodes.ts";
import { fileKinds } from "./sorts.ts";
import type { Template } from "./template-service.ts";

/**
 * What a request that changes nothing would say of a template: its properties as far as an update can set them, in the order of the schema.
 * What is null is as good as absent.
 */
export async function presentText({ sort, data }: Pick<Template, "sort" | "data">): Promise<string> {
  return textOf(ordered(await updateSchema(sort), withoutNulls({ data })));
}

/** A checked request in the same order, so that a comparison shows what differs and nothing else. */
export async function requestText(sort: TemplateSort, request: unknown): Promise<string> {
  return textOf(ordered(await updateSchema(sort), request));
}

/** Whether the service says the same of a template as before, also of what an update cannot set. */
export function isSame(before: Template, after: Template): boolean {
  return isDeepStrictEqual(before.data, after.data);
}

async function updateSchema(sort: TemplateSort): Promise<Schema> {
  const schema = await loadSchema(fileKinds[sort].update);
  return isObject(schema) ? schema : {};
}

/** The value with the properties that the schema knows, in its order. What it says nothing about stays as it is. */
function ordered({ properties, items }: Schema, value: unknown): unknown {
  if (Array.isArray(value)) return items ? value.map((item: unknown) => ordered(items, item)) : value;
  if (!isObject(value) || properties === undefined) return value;
  const known = Object.entries(properties).filter(([name]) => Object.hasOwn(value, name));
  return Object.fromEntries(known.map(([name, schema]) => [name, ordered(schema, value[name])]));
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const given = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(given.map(([name, member]) => [name, withoutNulls(member)]));
}

function textOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
