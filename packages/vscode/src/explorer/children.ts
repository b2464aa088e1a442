import type { Client } from "@analytics-engines/core";
import {
  type ComponentFamilyId,
  componentFamilyIds,
  isComponentFamilyId,
  isOptimizerId,
} from "@analytics-engines/core/families/facts";
import { entriesOf, textOf } from "../common/answer-values.ts";
import type { NameEntry } from "../common/name-entry.ts";
import {
  type DirectoryKind,
  directoryFamily,
  directoryRoots,
  documentTrees,
  type NameList,
  type ServiceNames,
  strategyTrees,
} from "../common/service-names.ts";
import type { ExplorerState } from "./explorer-state.ts";
import type { Place, ServiceResource, TemplateThing, Tree, TreeItemData } from "./nodes.ts";
import { idOf, labelOf, pathOf } from "./presentation.ts";

/** What stands in the Explorer of any connection, before anything is asked. */
export function topRows({ favorites }: ExplorerState): readonly Place[] {
  return [
    ...(favorites.length > 0 ? [{ kind: "section", section: "favorites" } as const] : []),
    { kind: "tree", tree: "accounts" },
    { kind: "section", section: "documents" },
    { kind: "section", section: "strategies" },
    { kind: "section", section: "templates" },
    { kind: "section", section: "reference" },
  ];
}

const frequencies = componentFamilyIds.flatMap((id): NameList[] =>
  id === "pa" ? ["pa frequencies", "grouping frequencies"] : [`${id} frequencies`],
);
const list = (name: NameList): Place => ({ kind: "list", list: name });

/** What stands below a row without asking the service; undefined where it is to be asked. */
export function fixedChildren(what: TreeItemData, kept: ExplorerState): readonly TreeItemData[] | undefined {
  switch (what.kind) {
    case "tree":
      return directoryRoots.map((path) => ({ kind: "directory", tree: what.tree, path }));
    case "benchmarks":
      return [...sorted(kept.benchmarks), { kind: "add", adds: "benchmark" }];
    case "templates":
      if (what.sort !== "component") return undefined;
      return [
        ...sorted(kept.templateDirectories.map((directory): Place => ({ kind: "template directory", directory }))),
        { kind: "add", adds: "template directory" },
      ];
    case "section":
      switch (what.section) {
        case "favorites":
          return kept.favorites;
        case "documents":
          return documentTrees.map((tree) => ({ kind: "tree", tree }));
        case "strategies":
          return strategyTrees.map((tree) => ({ kind: "tree", tree }));
        case "templates":
          return [
            { kind: "templates", sort: "linked" },
            { kind: "templates", sort: "unlinked" },
            { kind: "templates", sort: "component" },
          ];
        case "frequencies":
          return frequencies.map(list);
        case "reference":
          return [
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
          ];
      }
  }
  return undefined;
}

/** Where the answers come from. */
export interface Source {
  readonly names: ServiceNames;
  client(): Promise<Client>;
}

/** Asks the service for what stands below a row, all of it, sorted. */
export async function askChildren(
  what: TreeItemData,
  { names, client }: Source,
  anew: boolean,
): Promise<readonly (Place | ServiceResource)[]> {
  switch (what.kind) {
    case "directory": {
      const { directories, entries } = await names.directory(kindOfTree(what.tree), what.path, { anew }).ready;
      return [
        ...sorted(directories.map((path): ServiceResource => ({ kind: "directory", tree: what.tree, path }))),
        ...sorted(entries.map((path) => inDirectory(what.tree, path))),
      ];
    }
    case "configurations": {
      const found = await names.configurations(what.account, { anew }).ready;
      return sorted(found.map(({ id, name }) => ({ kind: "configuration", id, name, account: what.account })));
    }
    case "document": {
      const { engine, path } = what;
      if (!isComponentFamilyId(engine)) return [];
      const found = await names.componentsOf(engine, path, { anew }).ready;
      return sorted(found.map((entry) => component(engine, path, entry)));
    }
    case "list": {
      const found = await names.list(what.list, { anew }).ready;
      return sorted(found.map(({ id, name, category }) => ({ kind: "entry", list: what.list, id, name, category })));
    }
    case "templates":
      if (what.sort === "linked") {
        return templates("linked", (await (await client()).pa.linkedTemplates.list()).data.data);
      }
      return what.sort === "unlinked" ? askCategories(names, await client(), anew) : [];
    case "template category": {
      const { category } = what;
      return templates("unlinked", (await (await client()).pa.unlinkedTemplates.list({ category })).data.data);
    }
    case "template directory": {
      const { directory } = what;
      const { data } = (await (await client()).pa.templatedComponents.list({ directory })).data;
      return templates("component", data, directory);
    }
    default:
      return [];
  }
}

/** The categories that there are types of, and those that templates are in besides. */
async function askCategories(names: ServiceNames, client: Client, anew: boolean): Promise<readonly Place[]> {
  const [types, { data }] = await Promise.all([
    names.list("template types", { anew }).ready,
    client.pa.unlinkedTemplates.list(),
  ]);
  const templates = entriesOf(data.data).map(([, template]) => template);
  const categories = new Set([...types, ...templates].flatMap(({ category }) => textOf(category) || []));
  return sorted([...categories].map((category): Place => ({ kind: "template category", category })));
}

function templates(sort: TemplateThing["sort"], data: unknown, directory?: string): readonly ServiceResource[] {
  return sorted(
    entriesOf(data).map(([id, { name, description, category, type }]) => ({
      kind: "template",
      sort,
      id,
      name: textOf(name) ?? id,
      description: textOf(description),
      category: textOf(category) ?? textOf(type),
      directory,
    })),
  );
}

/** What the service lists a tree's directories as. */
export function kindOfTree(tree: Tree): DirectoryKind {
  return tree === "configurations" ? "accounts" : tree;
}

function inDirectory(tree: Tree, path: string): Place | ServiceResource {
  if (tree === "accounts") return { kind: "account", path };
  if (tree === "configurations") return { kind: "configurations", account: path };
  const engine = directoryFamily(tree);
  return isOptimizerId(engine) ? { kind: "strategy", engine, path } : { kind: "document", engine, path };
}

function component(engine: ComponentFamilyId, document: string, { id, name, category }: NameEntry): ServiceResource {
  return { kind: "component", engine, id, name, category, document };
}

const order = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** By name as people sort names, numbers by value; what has one name by id. */
function sorted<T extends Place | ServiceResource>(things: readonly T[]): readonly T[] {
  const keyed = things.map((thing) => ({ thing, name: labelOf(thing), key: idOf(thing) ?? pathOf(thing) ?? "" }));
  keyed.sort((a, b) => order.compare(a.name, b.name) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ thing }) => thing);
}
