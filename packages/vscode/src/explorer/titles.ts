import { families } from "@analytics-engines/core";
import * as l10n from "@vscode/l10n";
import { directoryFamily, type NameList } from "../common/service-names.ts";
import type { Section, TemplateSort, Tree } from "./nodes.ts";

/** What the fixed rows of the tree are called. */
export function sectionTitle(section: Section): string {
  switch (section) {
    case "favorites":
      return l10n.t("Favorites");
    case "documents":
      return l10n.t("Documents");
    case "strategies":
      return l10n.t("Strategies");
    case "templates":
      return l10n.t("Templates");
    case "reference":
      return l10n.t("Reference Data");
    case "frequencies":
      return l10n.t("Frequencies");
  }
}

export function treeTitle(tree: Tree): string {
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
  switch (list) {
    case "columns":
      return l10n.t("Columns");
    case "groups":
      return l10n.t("Groups");
    case "statistics":
      return l10n.t("Statistics of Columns");
    case "pricing sources":
      return l10n.t("Pricing Sources");
    case "currencies":
      return l10n.t("Currencies");
    case "discount curves":
      return l10n.t("Discount Curves");
    case "template types":
      return l10n.t("Types of Templates");
    case "calendars":
      return l10n.t("Calendars");
    case "commentary configurations":
      return l10n.t("Commentary Configurations");
    case "peer universes":
      return l10n.t("Peer Universes");
    case "grouping frequencies":
      return l10n.t("Frequencies of Groups");
    case "pa frequencies":
    case "spar frequencies":
    case "vault frequencies":
      return l10n.t("Frequencies of {0}", families[frequencyLists[list]].title);
  }
}

export function sortTitle(sort: TemplateSort): string {
  switch (sort) {
    case "linked":
      return l10n.t("Linked");
    case "unlinked":
      return l10n.t("Unlinked");
    case "component":
      return l10n.t("Templated Components");
  }
}

const frequencyLists = { "pa frequencies": "pa", "spar frequencies": "spar", "vault frequencies": "vault" } as const;
