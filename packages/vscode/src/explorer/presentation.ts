import { families } from "@analytics-engines/core";
import * as l10n from "@vscode/l10n";
import type { RowLook } from "../common/tree-item.ts";
import { iconOf } from "./icons.ts";
import { contextOf, type ExplorerNode, isAsked, type ServiceResource, type TreeItemData } from "./nodes.ts";
import { listTitle, sectionTitle, sortTitle, treeTitle } from "./titles.ts";

/** A row in words, for the tree. */
export interface Presentation extends RowLook {
  readonly expands: boolean;
}

/** The last name of a path, that of a directory included. */
export function lastName(path: string): string {
  const whole = path.replace(/\/$/, "");
  return whole.slice(whole.lastIndexOf("/") + 1);
}

/** What a path leads through before its last name. */
function directoryOf(path: string): string {
  const whole = path.replace(/\/$/, "");
  return whole.slice(0, whole.length - lastName(path).length);
}

/** What people call a row. */
export function labelOf(what: TreeItemData): string {
  switch (what.kind) {
    case "section":
      return sectionTitle(what.section);
    case "tree":
      return treeTitle(what.tree);
    case "directory":
    case "account":
    case "document":
    case "strategy":
      return lastName(what.path);
    case "configurations":
      return lastName(what.account);
    case "component":
    case "configuration":
    case "benchmark":
    case "template":
    case "entry":
      return what.name;
    case "list":
      return listTitle(what.list);
    case "benchmarks":
      return l10n.t("Benchmarks");
    case "templates":
      return sortTitle(what.sort);
    case "template category":
      return what.category;
    case "template directory":
      return what.directory;
    case "more":
      return l10n.t("Load more ({0} left)", what.hidden);
    case "error":
      return what.message;
    case "empty":
      return l10n.t("Nothing here");
    case "add":
      return what.adds === "benchmark" ? l10n.t("Look up a benchmark...") : l10n.t("Show a directory...");
  }
}

/** @param besides whether the row stands among favorites, away from its directory */
export function presentationOf(what: TreeItemData, besides = false): Presentation {
  const label = labelOf(what);
  const description = descriptionOf(what, besides);
  const kind = kindTitle(what);
  return {
    label,
    description,
    ...iconOf(what),
    context: `${contextOf(what)}${besides ? ".favorite" : ""}`,
    tooltip: tooltipOf(what, kind),
    expands: expands(what),
    spoken: [label, kind, description].filter((part) => part !== undefined && part !== "").join(", "),
  };
}

/** A path that can be copied; undefined where the row has none. */
export function pathOf(what: TreeItemData): string | undefined {
  switch (what.kind) {
    case "directory":
    case "account":
    case "document":
    case "strategy":
      return what.path;
    case "configurations":
      return what.account;
    case "template directory":
      return what.directory;
    default:
      return undefined;
  }
}

/** An id that can be copied; undefined where the row has none. */
export function idOf(what: TreeItemData): string | undefined {
  switch (what.kind) {
    case "component":
    case "configuration":
    case "benchmark":
    case "template":
    case "entry":
      return what.id;
    default:
      return undefined;
  }
}

/** Whether the row is of something that can be a favorite. */
export function isServiceResource(node: ExplorerNode): node is ExplorerNode<ServiceResource> {
  return node.what.kind === "directory" || (idOf(node.what) ?? leafPath(node.what)) !== undefined;
}

const leafPath = (what: TreeItemData) =>
  what.kind === "account" || what.kind === "document" || what.kind === "strategy" ? what.path : undefined;

function expands(what: TreeItemData): boolean {
  return isAsked(what) || ["section", "tree", "benchmarks", "templates"].includes(what.kind);
}

function descriptionOf(what: TreeItemData, besides: boolean): string {
  switch (what.kind) {
    case "component":
      return besides ? lastName(what.document) : (what.category ?? "");
    case "entry":
      return what.category ?? (what.id === what.name ? "" : what.id);
    case "benchmark":
      return what.id;
    case "template":
      return what.description ?? "";
    case "error":
      return what.action?.title ?? "";
    case "directory":
    case "account":
    case "document":
    case "strategy":
      return besides ? directoryOf(what.path) : "";
    default:
      return "";
  }
}

function tooltipOf(what: TreeItemData, kind: string | undefined): readonly string[] {
  if (what.kind === "error") return [what.details];
  const lines = [kind, labelOf(what), pathOf(what), idOf(what)];
  if (what.kind === "component") lines.push(what.category, what.document);
  if (what.kind === "entry" || what.kind === "template") lines.push(what.category);
  if (what.kind === "template") lines.push(what.description, what.directory);
  if (what.kind === "configuration") lines.push(what.account);
  return [...new Set(lines.filter((line) => line !== undefined && line !== ""))].flatMap((line) => line ?? []);
}

/** What sort of thing a row is of, where its label does not say it. */
function kindTitle(what: TreeItemData): string | undefined {
  switch (what.kind) {
    case "directory":
      return l10n.t("directory");
    case "account":
    case "configurations":
      return l10n.t("account");
    case "document":
      return l10n.t("document of {0}", families[what.engine].title);
    case "component":
      return l10n.t("component of {0}", families[what.engine].title);
    case "strategy":
      return l10n.t("strategy of {0}", families[what.engine].title);
    case "configuration":
      return l10n.t("configuration");
    case "benchmark":
      return l10n.t("benchmark");
    case "template":
      return {
        linked: l10n.t("linked template"),
        unlinked: l10n.t("unlinked template"),
        component: l10n.t("templated component"),
      }[what.sort];
    case "entry":
      return listTitle(what.list);
    case "error":
      return l10n.t("error");
    default:
      return undefined;
  }
}
