import { type ComponentFamilyId, families, isComponentFamilyId } from "@analytics-engines/core/basics";
import type { NameList } from "@analytics-engines/runs/lookup";
import * as l10n from "@vscode/l10n";
import type { TemplateSort } from "../../common/templates.ts";

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
