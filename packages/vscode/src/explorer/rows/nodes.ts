import { isObject } from "@analytics-engines/core/basics";
import type { NameList } from "@analytics-engines/runs/lookup";
import type { ErrorAction } from "@analytics-engines/runs/progress";
import type { TemplateSort } from "../../common/templates.ts";
import type { DirectoryTree, ServiceResource, TemplateResource } from "../../services/resources.ts";

/** A row that groups the rows below it. */
export type TreeGroup =
  | { readonly kind: "section"; readonly section: TreeSection }
  /** The roots of a tree of directories. */
  | { readonly kind: "tree"; readonly tree: DirectoryTree }
  /** An account with its configurations. */
  | { readonly kind: "configurations"; readonly path: string }
  | { readonly kind: "list"; readonly list: NameList }
  | { readonly kind: "benchmarks" }
  /** All templates of a sort. */
  | { readonly kind: "templates"; readonly sort: TemplateSort }
  /** The unlinked templates of one category of types. */
  | { readonly kind: "template category"; readonly name: string }
  /** The templated components of one directory. */
  | { readonly kind: "template directory"; readonly path: string };

export type TreeSection = "documents" | "strategies" | "templates" | "reference" | "frequencies";

/** A row with a note about the row above it. */
export type TreeNote =
  /** `hiddenCount` entries are not shown yet. */
  | { readonly kind: "more"; readonly hiddenCount: number }
  | {
      readonly kind: "error";
      readonly message: string;
      readonly details: string;
      /** The action that can resolve the error. */
      readonly action?: ErrorAction | undefined;
    }
  | { readonly kind: "empty" }
  /** The user adds entries here, since the service does not list them. */
  | { readonly kind: "add"; readonly adds: "benchmark" | "template directory" };

export type TreeItemData = TreeGroup | ServiceResource | TreeNote;

/** A row of the Explorer. */
export interface ExplorerNode<Is extends TreeItemData = TreeItemData> {
  /** Unique among the rows of all connections, and the same each time the row is shown. */
  readonly id: string;
  /** The id of its connection. */
  readonly connection: string;
  /** The id of the row above; undefined at the top. */
  readonly parent: string | undefined;
  readonly item: Is;
}

/** Whether the rows below a row come from the service. */
export function isAsked(item: TreeItemData): boolean {
  switch (item.kind) {
    case "directory":
    case "configurations":
    case "list":
    case "template category":
    case "template directory":
      return true;
    case "templates":
      return item.sort !== "component";
    case "document":
      return item.engine !== "pub";
    default:
      return false;
  }
}

/** A text that differs for each row below the same parent, and for each resource. It ignores the letter case of paths. */
export function identity(item: TreeItemData): string {
  const path = "path" in item ? item.path.toLowerCase() : undefined;
  const account = "account" in item ? item.account.toLowerCase() : undefined;
  const name = path ?? ("id" in item ? item.id : "name" in item ? item.name : undefined);
  return [item.kind, scopeOf(item), name, account].filter((part) => part !== undefined).join(" ");
}

function scopeOf(item: TreeItemData): string | undefined {
  if ("section" in item) return item.section;
  if ("tree" in item) return item.tree;
  if ("engine" in item) return item.engine;
  if ("list" in item) return item.list;
  return "sort" in item ? item.sort : undefined;
}

/** Whether an argument of a command is a row of the Explorer. */
export function isExplorerNode(value: unknown): value is ExplorerNode {
  if (!isObject(value)) return false;
  const { connection, id, item } = value;
  return typeof connection === "string" && typeof id === "string" && isObject(item) && "kind" in item;
}

/** Whether an argument of a command is the row of a template or a templated component. */
export function isTemplateNode(value: unknown): value is ExplorerNode<TemplateResource> {
  return isExplorerNode(value) && value.item.kind === "template";
}
