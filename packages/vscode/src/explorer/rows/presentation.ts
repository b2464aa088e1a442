import { type ComponentFamilyId, families, isComponentFamilyId } from "@analytics-engines/core/basics";
import { directoryFamily, type NameList } from "@analytics-engines/runs/lookup";
import * as l10n from "@vscode/l10n";
import type { TemplateSort } from "../../common/templates.ts";
import { baseName } from "../../common/texts.ts";
import type { RowPresentation } from "../../common/vscode-util.ts";
import { isAsked, type TreeItemData, type TreeSection } from "./nodes.ts";

/** A row of the Explorer as text. */
export interface Presentation extends RowPresentation {
  readonly expands: boolean;
}

/** The label of a row. */
export function labelOf(item: TreeItemData): string {
  return rowTexts(item).label;
}

export function presentationOf(item: TreeItemData): Presentation {
  const { label, icon, color, kind, facts = [], context = item.kind, description = "" } = rowTexts(item);
  const lines = item.kind === "error" ? [item.details] : [kind, label, resourcePath(item), resourceId(item), ...facts];
  return {
    label,
    description,
    icon,
    ...(color !== undefined && { color }),
    context,
    tooltip: [...new Set(lines.flatMap((line) => line || []))],
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

/** The texts and the icon of a row. */
export interface RowTexts {
  readonly label: string;
  /** The name of a ThemeIcon, and its color. */
  readonly icon: string;
  readonly color?: string;
  /** The kind of a resource as text, if its label does not contain it. */
  readonly kind?: string;
  readonly description?: string | undefined;
  /** More lines of the tooltip. */
  readonly facts?: readonly (string | undefined)[];
  /** The `viewItem` of when-clauses, by default the kind of the row. */
  readonly context?: string;
}

export function rowTexts(item: TreeItemData): RowTexts {
  switch (item.kind) {
    case "section":
      return { ...sections()[item.section], context: `section.${item.section}` };
    case "tree":
      if (item.tree === "accounts") return { label: l10n.t("Accounts"), icon: "briefcase" };
      if (item.tree === "configurations") return { label: l10n.t("Configurations by Account"), icon: "settings" };
      return { label: families[directoryFamily(item.tree)].title, icon: "folder-library" };
    case "directory": {
      const context = item.tree === "configurations" ? "directory.configurations" : "directory";
      return { label: lastName(item.path), icon: "folder", kind: l10n.t("directory"), context };
    }
    case "account":
      return { label: lastName(item.path), icon: "briefcase", kind: l10n.t("account") };
    case "configurations":
      return { label: lastName(item.path), icon: "briefcase", kind: l10n.t("account") };
    case "document": {
      const kind = l10n.t("document of {0}", families[item.engine].title);
      const icon = item.engine === "pub" ? "file-pdf" : "notebook";
      return { label: lastName(item.path), icon, kind, context: `document.${item.engine}` };
    }
    case "component": {
      const { name, category, document } = item;
      const kind = l10n.t("component of {0}", families[item.engine].title);
      return { label: name, icon: "table", kind, description: category, facts: [category, document] };
    }
    case "strategy":
      return {
        label: lastName(item.path),
        icon: "target",
        kind: l10n.t("strategy of {0}", families[item.engine].title),
      };
    case "configuration":
      return { label: item.name, icon: "settings", kind: l10n.t("configuration"), facts: [item.account] };
    case "benchmark":
      return { label: item.name, icon: "graph-line", kind: l10n.t("benchmark"), description: item.id };
    case "benchmarks":
      return { label: l10n.t("Benchmarks"), icon: "graph-line" };
    case "template": {
      const { sort, name, category, description, directory } = item;
      const kind = {
        linked: l10n.t("linked template"),
        unlinked: l10n.t("unlinked template"),
        component: l10n.t("templated component"),
      }[sort];
      const facts = [category, description, directory];
      return { label: name, icon: "layout", kind, description, facts, context: `template.${sort}` };
    }
    case "templates":
      return { label: sortTitle(item.sort), icon: "layout", context: `templates.${item.sort}` };
    case "template category":
      return { label: item.name, icon: "layout", context: "templates.category" };
    case "template directory":
      return { label: item.path, icon: "folder", context: "templates.directory" };
    case "list":
      return { label: listTitle(item.list), icon: "list-flat" };
    case "entry": {
      const { list, id, name, category } = item;
      const description = category ?? (id === name ? "" : id);
      const context = list === "columns" ? "entry.columns" : "entry";
      return { label: name, icon: "symbol-constant", kind: listTitle(list), description, facts: [category], context };
    }
    case "more":
      return { label: l10n.t("Load more ({0} left)", item.hiddenCount), icon: "chevron-down" };
    case "error": {
      const description = item.action?.title;
      return { label: item.message, icon: "error", color: "list.errorForeground", kind: l10n.t("error"), description };
    }
    case "empty":
      return { label: l10n.t("No entries"), icon: "dash" };
    case "add": {
      const label = item.adds === "benchmark" ? l10n.t("Look up a benchmark...") : l10n.t("Show a directory...");
      return { label, icon: "add" };
    }
  }
}

function sections(): Readonly<Record<TreeSection, RowTexts>> {
  return {
    documents: { label: l10n.t("Documents"), icon: "notebook" },
    strategies: { label: l10n.t("Strategies"), icon: "target" },
    templates: { label: l10n.t("Templates"), icon: "layout" },
    reference: { label: l10n.t("Reference Data"), icon: "book" },
    frequencies: { label: l10n.t("Frequencies"), icon: "calendar" },
  };
}

/** The last name of a path, which may be that of a directory. */
function lastName(path: string): string {
  return baseName(path.replace(/\/$/, ""));
}

export function listTitle(list: NameList): string {
  const [family = ""] = list.split(" ");
  if (isComponentFamilyId(family)) return l10n.t("Frequencies of {0}", families[family].title);
  const titles = {
    columns: l10n.t("Columns"),
    groups: l10n.t("Groups"),
    statistics: l10n.t("Column Statistics"),
    "pricing sources": l10n.t("Pricing Sources"),
    currencies: l10n.t("Currencies"),
    "discount curves": l10n.t("Discount Curves"),
    "template types": l10n.t("Template Types"),
    calendars: l10n.t("Calendars"),
    "commentary configurations": l10n.t("Commentary Configurations"),
    "peer universes": l10n.t("Peer Universes"),
    "grouping frequencies": l10n.t("Grouping Frequencies"),
  } satisfies Record<Exclude<NameList, `${ComponentFamilyId} frequencies`>, string>;
  return new Map(Object.entries(titles)).get(list) ?? list;
}

export function sortTitle(sort: TemplateSort): string {
  return { linked: l10n.t("Linked"), unlinked: l10n.t("Unlinked"), component: l10n.t("Templated Components") }[sort];
}
