import type { Client } from "@analytics-engines/core";
import { entriesOf, objectOf, propertiesOf, textOf } from "../common/answer-values.ts";
import type { TemplateSort } from "../explorer/nodes.ts";

/** A template as the service has it. */
export interface Template {
  readonly sort: TemplateSort;
  readonly id: string;
  readonly name: string;
  readonly directory: string;
  /** All that the service says of it, its id and name included. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A template in a list. */
export interface ListedTemplate {
  readonly sort: TemplateSort;
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  /** The category of an unlinked template's type; what the service says of the type of a component. */
  readonly category: string | undefined;
}

/** What was created or changed, and the key that support asks for. */
export interface Written {
  readonly id: string;
  readonly name: string;
  readonly requestKey: string | undefined;
}

/** @param directory needed for templated components, which the service lists by directory alone */
export async function listTemplates(
  client: Client,
  sort: TemplateSort,
  directory: string,
): Promise<readonly ListedTemplate[]> {
  const { data } = await listOf(client, sort, directory);
  return entriesOf(data)
    .map(([id, { name, description, category, type }]) => ({
      sort,
      id,
      name: textOf(name) ?? id,
      description: textOf(description),
      category: textOf(category) ?? textOf(type),
    }))
    .sort((one, other) => one.name.localeCompare(other.name) || (one.id < other.id ? -1 : 1));
}

async function listOf({ pa }: Client, sort: TemplateSort, directory: string): Promise<{ readonly data: unknown }> {
  switch (sort) {
    case "linked":
      return (await pa.linkedTemplates.list()).data;
    case "unlinked":
      return (await pa.unlinkedTemplates.list()).data;
    case "component":
      return (await pa.templatedComponents.list({ directory })).data;
  }
}

export async function readTemplate(client: Client, sort: TemplateSort, id: string): Promise<Template> {
  const data = objectOf((await routesOf(client, sort).get(id)).data.data);
  return { sort, id, name: textOf(data["name"]) ?? id, directory: textOf(data["directory"]) ?? "", data };
}

function routesOf({ pa }: Client, sort: TemplateSort) {
  switch (sort) {
    case "linked":
      return pa.linkedTemplates;
    case "unlinked":
      return pa.unlinkedTemplates;
    case "component":
      return pa.templatedComponents;
  }
}

/** @param request as it is sent; checked before */
export async function createTemplate({ pa }: Client, sort: TemplateSort, request: unknown): Promise<Written> {
  const { templateSchemas } = await import("@analytics-engines/core/families");
  switch (sort) {
    case "linked":
      return writtenOf(await pa.linkedTemplates.create(templateSchemas.linkedTemplate.parse(request)));
    case "unlinked":
      return writtenOf(await pa.unlinkedTemplates.create(templateSchemas.unlinkedTemplate.parse(request)));
    case "component":
      return writtenOf(await pa.templatedComponents.create(templateSchemas.templatedComponent.parse(request)));
  }
}

/** @param request as it is sent; checked before */
export async function updateTemplate(
  { pa }: Client,
  sort: TemplateSort,
  id: string,
  request: unknown,
): Promise<Written> {
  const { templateSchemas } = await import("@analytics-engines/core/families");
  switch (sort) {
    case "linked":
      return writtenOf(await pa.linkedTemplates.update(id, templateSchemas.linkedTemplateUpdate.parse(request)), id);
    case "unlinked":
      return writtenOf(
        await pa.unlinkedTemplates.update(id, templateSchemas.unlinkedTemplateUpdate.parse(request)),
        id,
      );
    case "component":
      return writtenOf(
        await pa.templatedComponents.update(id, templateSchemas.templatedComponentUpdate.parse(request)),
        id,
      );
  }
}

interface WriteAnswer {
  readonly data: { readonly data: unknown };
  readonly meta: { readonly requestKey?: string | undefined };
}

/** The write has happened, whatever the answer says of it. */
function writtenOf({ data: { data }, meta }: WriteAnswer, known = ""): Written {
  const written = propertiesOf(data);
  const id = textOf(written["id"]) ?? known;
  return { id, name: textOf(written["name"]) ?? id, requestKey: meta.requestKey };
}

/** The request key of the answer. */
export async function deleteTemplate(client: Client, sort: TemplateSort, id: string): Promise<string | undefined> {
  return (await routesOf(client, sort).delete(id)).meta.requestKey;
}
