import { isObject } from "@analytics-engines/core/json";
import { isExplorerNode, isTemplateNode, type TemplateSort } from "../explorer/nodes.ts";

/** Names a template in arguments of commands. */
export interface TemplateRef {
  readonly sort: TemplateSort;
  readonly id: string;
  /** Id of the connection whose service has it; the active one where it is absent. */
  readonly connection?: string;
  /** Of a templated component: the directory that it was listed in. */
  readonly directory?: string;
}

/** The template that a command was given: a row of the Explorer, or a reference. Anything else is nothing: who calls a command may be anybody. */
export function templateRefOf(argument: unknown): TemplateRef | undefined {
  if (isTemplateNode(argument)) {
    const { connection, what } = argument;
    const sort = sortOf(what.sort);
    if (sort === undefined || typeof what.id !== "string") return undefined;
    return { sort, id: what.id, connection, ...(what.directory === undefined ? {} : { directory: what.directory }) };
  }
  if (!isObject(argument)) return undefined;
  const sort = sortOf(argument["sort"]);
  const { id, connection } = argument;
  if (sort === undefined || typeof id !== "string") return undefined;
  return { sort, id, ...(typeof connection === "string" ? { connection } : {}) };
}

/** A row of the Explorer that templates stand below: where something is to be created. */
export interface TemplatesRef {
  readonly sort: TemplateSort;
  readonly connection: string;
}

export function templatesRefOf(argument: unknown): TemplatesRef | undefined {
  if (!isExplorerNode(argument)) return undefined;
  const { connection, what } = argument;
  switch (what.kind) {
    case "templates": {
      const sort = sortOf(what.sort);
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
  return value === "linked" || value === "unlinked" || value === "component" ? value : undefined;
}
