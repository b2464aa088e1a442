import { families } from "@analytics-engines/core";
import * as l10n from "@vscode/l10n";
import type { RowPresentation } from "../common/tree-item.ts";
import { iconOf } from "./icons.ts";
import { contextOf, type ExplorerNode, isAsked, type TreeItemData } from "./nodes.ts";
import type { ServiceResource } from "./resources.ts";
import { listTitle, sectionTitle, sortTitle, treeTitle } from "./titles.ts";

/** A row of the Explorer as text. */
export interface Presentation extends RowPresentation {
  readonly expands: boolean;
}

/** The last name of a path, which may be that of a directory. */
export function lastName(path: string): string {
  const whole = path.replace(/\/$/, "");
  return whole.slice(whole.lastIndexOf("/") + 1);
}

/** The directory that contains the last name of a path. */
function parentDirectory(path: string): string {
  const whole = path.replace(/\/$/, "");
  return whole.slice(0, whole.length - lastName(path).length);
}

/** The label of a row. */
export function labelOf(item: TreeItemData): string {
  switch (item.kind) {
    case "section":
      return sectionTitle(item.section);
    case "tree":
      return treeTitle(item.tree);
    case "list":
      return listTitle(item.list);
    case "benchmarks":
      return l10n.t("Benchmarks");
    case "templates":
      return sortTitle(item.sort);
    case "template directory":
      return item.path;
    case "more":
      return l10n.t("Load more ({0} left)", item.hidden);
    case "error":
      return item.message;
    case "empty":
      return l10n.t("No entries");
    case "add":
      return item.adds === "benchmark" ? l10n.t("Look up a benchmark...") : l10n.t("Show a directory...");
    default:
      return "name" in item ? item.name : lastName(item.path);
  }
}

/** @param isFavorite whether the row is below the favorites, away from its directory */
export function presentationOf(item: TreeItemData, isFavorite = false): Presentation {
  const label = labelOf(item);
  const description = descriptionOf(item, isFavorite);
  const kind = resourceKind(item);
  return {
    label,
    description,
    ...iconOf(item),
    context: `${contextOf(item)}${isFavorite ? ".favorite" : ""}`,
    tooltip: tooltipOf(item, kind),
    expands: isAsked(item) || ["section", "tree", "benchmarks", "templates"].includes(item.kind),
    spoken: [label, kind, description].filter((part) => part !== undefined && part !== "").join(", "),
  };
}

/** The path of a row, for copying; undefined if it has none. */
export function resourcePath(item: TreeItemData): string | undefined {
  return "path" in item ? item.path : undefined;
}

/** The id of a row, for copying; undefined if it has none. */
export function resourceId(item: TreeItemData): string | undefined {
  return "id" in item ? item.id : undefined;
}

/** Whether the row is a resource, which can be a favorite. */
export function isServiceResource(node: ExplorerNode): node is ExplorerNode<ServiceResource> {
  return "id" in node.item || ["directory", "account", "document", "strategy"].includes(node.item.kind);
}

function descriptionOf(item: TreeItemData, isFavorite: boolean): string {
  switch (item.kind) {
    case "component":
      return isFavorite ? lastName(item.document) : (item.category ?? "");
    case "entry":
      return item.category ?? (item.id === item.name ? "" : item.id);
    case "benchmark":
      return item.id;
    case "template":
      return item.description ?? "";
    case "error":
      return item.action?.title ?? "";
    case "directory":
    case "account":
    case "document":
    case "strategy":
      return isFavorite ? parentDirectory(item.path) : "";
    default:
      return "";
  }
}

function tooltipOf(item: TreeItemData, kind: string | undefined): readonly string[] {
  if (item.kind === "error") return [item.details];
  const lines = [kind, labelOf(item), resourcePath(item), resourceId(item)];
  if (item.kind === "component") lines.push(item.category, item.document);
  if (item.kind === "entry" || item.kind === "template") lines.push(item.category);
  if (item.kind === "template") lines.push(item.description, item.directory);
  if (item.kind === "configuration") lines.push(item.account);
  return [...new Set(lines.flatMap((line) => line || []))];
}

/** The kind of a resource as text, if its label does not contain it. */
function resourceKind(item: TreeItemData): string | undefined {
  switch (item.kind) {
    case "directory":
      return l10n.t("directory");
    case "account":
    case "configurations":
      return l10n.t("account");
    case "document":
      return l10n.t("document of {0}", families[item.engine].title);
    case "component":
      return l10n.t("component of {0}", families[item.engine].title);
    case "strategy":
      return l10n.t("strategy of {0}", families[item.engine].title);
    case "configuration":
      return l10n.t("configuration");
    case "benchmark":
      return l10n.t("benchmark");
    case "template":
      return {
        linked: l10n.t("linked template"),
        unlinked: l10n.t("unlinked template"),
        component: l10n.t("templated component"),
      }[item.sort];
    case "entry":
      return listTitle(item.list);
    case "error":
      return l10n.t("error");
    default:
      return undefined;
  }
}
