import { families } from "@analytics-engines/core";
import {
  type ComponentFamilyId,
  componentFamilyIds,
  isComponentFamilyId,
} from "@analytics-engines/core/families/facts";
import * as l10n from "@vscode/l10n";
import { directoryFamily, perFamily } from "../common/service-directories.ts";
import type { NameList } from "../common/service-lists.ts";
import type { TemplateSort } from "../common/templates.ts";
import type { TreeSection } from "./nodes.ts";
import type { DirectoryTree } from "./resources.ts";

export function sectionTitle(section: TreeSection): string {
  const titles: Readonly<Record<TreeSection, string>> = {
    favorites: l10n.t("Favorites"),
    documents: l10n.t("Documents"),
    strategies: l10n.t("Strategies"),
    templates: l10n.t("Templates"),
    reference: l10n.t("Reference Data"),
    frequencies: l10n.t("Frequencies"),
  };
  return titles[section];
}

export function treeTitle(tree: DirectoryTree): string {
  switch (tree) {
    case "accounts":
      return l10n.t("Accounts");
    case "configurations":
      return l10n.t("Configurations by Account");
    default:
      return families[directoryFamily(tree)].title;
  }
}

export function listTitle(list: NameList): string {
  const titles: Readonly<Record<Exclude<NameList, Frequencies>, string>> = {
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
  };
  return isFrequencies(list) ? l10n.t("Frequencies of {0}", titleOfFamily(list)) : titles[list];
}

type Frequencies = `${ComponentFamilyId} frequencies`;

function isFrequencies(list: NameList): list is Frequencies {
  return perFamily(componentFamilyIds, "frequencies").some((name) => name === list);
}

function titleOfFamily(list: Frequencies): string {
  const [family = ""] = list.split(" ");
  return isComponentFamilyId(family) ? families[family].title : family;
}

export function sortTitle(sort: TemplateSort): string {
  return { linked: l10n.t("Linked"), unlinked: l10n.t("Unlinked"), component: l10n.t("Templated Components") }[sort];
}
