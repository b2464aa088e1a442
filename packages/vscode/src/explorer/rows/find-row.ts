import type { DirectoryTree, ServiceResource } from "../../services/resources.ts";
import type { Branch } from "./branch.ts";
import { type ExplorerNode, identity, type TreeItemData, type TreeSection } from "./nodes.ts";

/** Finds the row of a resource. Requests only the rows on the way to it. */
export async function findRow(
  branch: Pick<Branch, "top" | "entries">,
  target: ServiceResource,
): Promise<ExplorerNode | undefined> {
  let rows = branch.top();
  for (;;) {
    const targetRow = rows.find(({ item }) => identity(item) === identity(target));
    if (targetRow !== undefined) return targetRow;
    const next = rows.find(({ item }) => leadsTo(item, target));
    if (next === undefined) return undefined;
    rows = await branch.entries(next);
  }
}

function leadsTo(item: TreeItemData, target: ServiceResource): boolean {
  switch (item.kind) {
    case "section":
      return sectionsOf(target).includes(item.section);
    case "tree":
      return item.tree === treeOf(target);
    case "directory":
      return item.tree === treeOf(target) && isBelow(pathOf(target), item.path);
    case "document":
      return target.kind === "component" && isOfDocument(target.document, item.path);
    case "configurations":
      return target.kind === "configuration" && target.account.toLowerCase() === item.path.toLowerCase();
    case "list":
      return target.kind === "entry" && target.list === item.list;
    case "benchmarks":
      return target.kind === "benchmark";
    default:
      return false;
  }
}

function sectionsOf(target: ServiceResource): readonly TreeSection[] {
  switch (target.kind) {
    case "document":
    case "component":
      return ["documents"];
    case "strategy":
      return ["strategies"];
    case "configuration":
    case "benchmark":
      return ["reference"];
    case "entry":
      return target.list.endsWith("frequencies") ? ["reference", "frequencies"] : ["reference"];
    default:
      return [];
  }
}

function treeOf(target: ServiceResource): DirectoryTree | undefined {
  switch (target.kind) {
    case "account":
      return "accounts";
    case "configuration":
      return "configurations";
    case "document":
    case "component":
      return `${target.engine} documents`;
    case "strategy":
      return `${target.engine} strategies`;
    default:
      return undefined;
  }
}

function pathOf(target: ServiceResource): string {
  if ("path" in target) return target.path;
  if (target.kind === "component") return target.document;
  return target.kind === "configuration" ? target.account : "";
}

/** Whether the path of a component is that of a document; a service may add the place in the document, such as `;tile0`. */
function isOfDocument(path: string, document: string): boolean {
  return isBelow(path, document) && !/^[\p{L}\p{N} _.-]/u.test(path.slice(document.length));
}

/** Whether a path is the other one, or below it. */
function isBelow(path: string, parentPath: string): boolean {
  return path.toLowerCase().startsWith(parentPath.toLowerCase());
}
