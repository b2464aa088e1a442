import type { Client } from "@analytics-engines/core";
import { entriesOf, stringOf } from "@analytics-engines/runs/lookup";

/** The sorts of templates, and the components made from them. */
export const templateSorts = ["linked", "unlinked", "component"] as const;
export type TemplateSort = (typeof templateSorts)[number];

/** A template as the lists of the service contain it. */
export interface ListedTemplate {
  readonly sort: TemplateSort;
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  /** The category of the type of an unlinked template; the type of a templated component. */
  readonly category: string | undefined;
}

export interface TemplateFilter {
  /** Only unlinked templates of this category. */
  readonly category?: string;
  /** Required for templated components, which the service lists only by directory. */
  readonly directory?: string;
}

/** Requests the list of templates of a sort and returns the answer as it came. */
export async function askTemplates(
  { pa }: Client,
  sort: TemplateSort,
  { category, directory = "" }: TemplateFilter = {},
): Promise<{ readonly data: unknown }> {
  switch (sort) {
    case "linked":
      return (await pa.linkedTemplates.list()).data;
    case "unlinked":
      return (await pa.unlinkedTemplates.list(category === undefined ? {} : { category })).data;
    case "component":
      return (await pa.templatedComponents.list({ directory })).data;
  }
}

/** Requests the templates of a sort, sorted by name. */
export async function listTemplates(
  client: Client,
  sort: TemplateSort,
  filter?: TemplateFilter,
): Promise<readonly ListedTemplate[]> {
  return entriesOf((await askTemplates(client, sort, filter)).data)
    .map(([id, { name, description, category, type }]) => ({
      sort,
      id,
      name: stringOf(name) ?? id,
      description: stringOf(description),
      category: stringOf(category) ?? stringOf(type),
    }))
    .sort((first, second) => first.name.localeCompare(second.name) || (first.id < second.id ? -1 : 1));
}

/** The endpoints for one template of a sort. */
export function templateRoutes({ pa }: Client, sort: TemplateSort) {
  return { linked: pa.linkedTemplates, unlinked: pa.unlinkedTemplates, component: pa.templatedComponents }[sort];
}
