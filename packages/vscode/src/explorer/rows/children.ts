import type { Client } from "@analytics-engines/core";
import {
  type ComponentFamilyId,
  componentFamilyIds,
  isComponentFamilyId,
  isOptimizerId,
} from "@analytics-engines/core/basics";
import {
  askDirectory,
  askList,
  type DirectoryKind,
  directoryFamily,
  directoryRoots,
  documentTrees,
  type NameEntry,
  type NameList,
  objectOf,
  type ServiceNames,
  strategyTrees,
} from "@analytics-engines/runs/lookup";
import {
  askTemplates,
  listTemplates,
  type TemplateFilter,
  type TemplateSort,
  templateRoutes,
  templateSorts,
} from "../../common/templates.ts";
import type { DirectoryTree, ServiceResource } from "../../services/resources.ts";
import type { ExplorerState } from "./explorer-state.ts";
import type { TreeGroup, TreeItemData, TreeSection } from "./nodes.ts";
import { labelOf, resourceId, resourcePath } from "./presentation.ts";

/** The top rows of the Explorer, which need no request. */
export const topRows: readonly TreeGroup[] = [
  { kind: "tree", tree: "accounts" },
  { kind: "section", section: "documents" },
  { kind: "section", section: "strategies" },
  { kind: "section", section: "templates" },
  { kind: "section", section: "reference" },
];

/** The rows below a row that need no request; undefined for rows that come from the service. */
export function fixedChildren(item: TreeItemData, state: ExplorerState): readonly TreeItemData[] | undefined {
  switch (item.kind) {
    case "tree":
      return directoryRoots.map((path) => ({ kind: "directory", tree: item.tree, path }));
    case "benchmarks":
      return [...sorted(state.benchmarks), { kind: "add", adds: "benchmark" }];
    case "templates":
      if (item.sort !== "component") return undefined;
      return [
        ...sorted(state.templateDirectories.map((path): TreeGroup => ({ kind: "template directory", path }))),
        { kind: "add", adds: "template directory" },
      ];
    case "section":
      return sections[item.section];
    default:
      return undefined;
  }
}

const sections: Readonly<Record<TreeSection, readonly TreeGroup[]>> = {
  documents: documentTrees.map((tree) => ({ kind: "tree", tree })),
  strategies: strategyTrees.map((tree) => ({ kind: "tree", tree })),
  templates: templateSorts.map((sort) => ({ kind: "templates", sort })),
  frequencies: componentFamilyIds.flatMap((id) =>
    id === "pa" ? [list("pa frequencies"), list("grouping frequencies")] : [list(`${id} frequencies`)],
  ),
  reference: [
    list("columns"),
    list("groups"),
    { kind: "section", section: "frequencies" },
    list("currencies"),
    list("pricing sources"),
    { kind: "tree", tree: "configurations" },
    { kind: "benchmarks" },
    list("discount curves"),
    list("calendars"),
    list("commentary configurations"),
    list("peer universes"),
  ],
};

function list(name: NameList): TreeGroup {
  return { kind: "list", list: name };
}

/** The sources of rows. */
export interface ExplorerSource {
  readonly names: ServiceNames;
  client(): Promise<Client>;
}

/** Requests all rows below a row, sorted. */
export async function askChildren(
  item: TreeItemData,
  { names, client }: ExplorerSource,
  refresh: boolean,
): Promise<readonly (TreeGroup | ServiceResource)[]> {
  switch (item.kind) {
    case "directory": {
      const { directories, entries } = await names.directory(kindOfTree(item.tree), item.path, refresh).ready;
      return [
        ...sorted(directories.map((path): ServiceResource => ({ kind: "directory", tree: item.tree, path }))),
        ...sorted(entries.map((path) => inDirectory(item.tree, path))),
      ];
    }
    case "configurations": {
      const configurations = await names.configurations(item.path, refresh).ready;
      return sorted(configurations.map(({ id, name }) => ({ kind: "configuration", id, name, account: item.path })));
    }
    case "document": {
      const { engine, path } = item;
      if (!isComponentFamilyId(engine)) return [];
      const components = await names.componentsOf(engine, path, refresh).ready;
      return sorted(components.map((entry) => component(engine, path, entry)));
    }
    case "list": {
      const listEntries = await names.list(item.list, refresh).ready;
      return sorted(
        listEntries.map(({ id, name, category }) => ({ kind: "entry", list: item.list, id, name, category })),
      );
    }
    case "templates":
      if (item.sort === "linked") return templates(await client(), "linked");
      return item.sort === "unlinked" ? askCategories(names, await client(), refresh) : [];
    case "template category":
      return templates(await client(), "unlinked", { category: item.name });
    case "template directory":
      return templates(await client(), "component", { directory: item.path });
    default:
      return [];
  }
}

async function templates(
  client: Client,
  sort: TemplateSort,
  filter: TemplateFilter = {},
): Promise<readonly ServiceResource[]> {
  const templatesOfSort = await listTemplates(client, sort, filter);
  return sorted(templatesOfSort.map((template) => ({ kind: "template", ...template, directory: filter.directory })));
}

/** The categories of the template types, and those of the templates. */
async function askCategories(names: ServiceNames, client: Client, refresh: boolean): Promise<readonly TreeGroup[]> {
  const [types, templatesOfSort] = await Promise.all([
    names.list("template types", refresh).ready,
    listTemplates(client, "unlinked"),
  ]);
  const categories = new Set([...types, ...templatesOfSort].flatMap(({ category }) => category || []));
  return sorted([...categories].map((name): TreeGroup => ({ kind: "template category", name })));
}

/** The kind of the directories of a tree. */
export function kindOfTree(tree: DirectoryTree): DirectoryKind {
  return tree === "configurations" ? "accounts" : tree;
}

function inDirectory(tree: DirectoryTree, path: string): TreeGroup | ServiceResource {
  if (tree === "accounts") return { kind: "account", path };
  if (tree === "configurations") return { kind: "configurations", path };
  const engine = directoryFamily(tree);
  return isOptimizerId(engine) ? { kind: "strategy", engine, path } : { kind: "document", engine, path };
}

function component(engine: ComponentFamilyId, document: string, { id, name, category }: NameEntry): ServiceResource {
  return { kind: "component", engine, id, name, category, document };
}

const order = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Sorts by name, with numbers by value; equal names by id. */
function sorted<T extends TreeGroup | ServiceResource>(resources: readonly T[]): readonly T[] {
  const keyed = resources.map((resource) => ({
    resource,
    name: labelOf(resource),
    key: resourceId(resource) ?? resourcePath(resource) ?? "",
  }));
  keyed.sort(
    (first, second) =>
      order.compare(first.name, second.name) || (first.key < second.key ? -1 : first.key > second.key ? 1 : 0),
  );
  return keyed.map(({ resource }) => resource);
}

/**
 * Requests the answer of the service about a row: the resource itself, or the list below a group. Undefined for a row about which the service has
 * no answer.
 */
export async function readAnswer(item: TreeItemData, client: Client): Promise<unknown> {
  switch (item.kind) {
    case "directory":
      return askDirectory(client, kindOfTree(item.tree), item.path);
    case "account":
      return (await client.spar.accounts.returnsType(item.path)).data;
    case "document":
      if (item.engine === "pub") return undefined;
      return (await client[item.engine].components.list({ document: item.path })).data;
    case "component":
      return (await client[item.engine].components.get(item.id)).data;
    case "configurations":
      return (await client.vault.configurations.list({ account: item.path })).data;
    case "configuration":
      return (await client.vault.configurations.get(item.id)).data;
    case "benchmark":
      return (await client.spar.benchmarks.get({ id: item.id })).data;
    case "list":
      return { data: await askList(client, item.list) };
    case "entry": {
      if (item.list === "columns") return (await client.pa.columns.get(item.id)).data;
      const entry = objectOf(await askList(client, item.list))[item.id];
      return entry === undefined ? undefined : { data: { [item.id]: entry } };
    }
    case "templates":
      return item.sort === "component" ? undefined : askTemplates(client, item.sort);
    case "template category":
      return askTemplates(client, "unlinked", { category: item.name });
    case "template directory":
      return askTemplates(client, "component", { directory: item.path });
    case "template":
      return (await templateRoutes(client, item.sort).get(item.id)).data;
    default:
      return undefined;
  }
}
