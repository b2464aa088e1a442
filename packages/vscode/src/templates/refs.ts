import { isObject } from "@analytics-engines/core/json";
import { type TemplateSort, templateSorts } from "../common/templates.ts";
import { isExplorerNode, isTemplateNode } from "../explorer/nodes.ts";

/** A reference to a template in the arguments of a command. */
export interface TemplateRef {
  readonly sort: TemplateSort;
  readonly id: string;
  /** The id of its connection; by default the active one. */
  readonly connection?: string;
  /** Only of a templated component: the directory by which it was listed. */
  readonly directory?: string;
}

/** Reads the argument of a command: a row of the Explorer, or a reference. Undefined for anything else, since any extension may call a command. */
export function templateRefOf(argument: unknown): TemplateRef | undefined {
  if (isTemplateNode(argument)) {
    const { connection, item } = argument;
    const sort = sortOf(item.sort);
    if (sort === undefined || typeof item.id !== "string") return undefined;
    return { sort, id: item.id, connection, ...(item.directory === undefined ? {} : { directory: item.directory }) };
  }
  if (!isObject(argument)) return undefined;
  const sort = sortOf(argument["sort"]);
  const { id, connection } = argument;
  if (sort === undefined || typeof id !== "string") return undefined;
  return { sort, id, ...(typeof connection === "string" ? { connection } : {}) };
}

/** A row of the Explorer with templates below it, where a new one belongs. */
export interface TemplatesRef {
  readonly sort: TemplateSort;
  readonly connection: string;
}

export function templatesRefOf(argument: unknown): TemplatesRef | undefined {
  if (!isExplorerNode(argument)) return undefined;
  const { connection, item } = argument;
  switch (item.kind) {
    case "templates": {
      const sort = sortOf(item.sort);
      return sort && { sort, connection };
    }
    case "template category":
      return { sort: "unlinked", connection };
    case "template directory":
      return { sort: "component", connection };
    default:
      return undefined;
  }
}

function sortOf(value: unknown): TemplateSort | undefined {
  return templateSorts.find((sort) => sort === value);
}
