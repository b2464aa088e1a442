import type { TemplateKind } from "@analytics-engines/core/parameters";
import * as l10n from "@vscode/l10n";
import { type TemplateSort, templateSorts } from "../explorer/nodes.ts";

/** What a file about a template asks for. */
export interface Purpose {
  readonly sort: TemplateSort;
  readonly action: "create" | "update";
}

/** The kinds of files that create and that change a template of a sort. */
export const fileKinds: Readonly<Record<TemplateSort, Readonly<Record<Purpose["action"], TemplateKind>>>> = {
  linked: { create: "linkedTemplate", update: "linkedTemplateUpdate" },
  unlinked: { create: "unlinkedTemplate", update: "unlinkedTemplateUpdate" },
  component: { create: "templatedComponent", update: "templatedComponentUpdate" },
};

/** What a file of a kind asks for; undefined for the parameters of a family. */
export function purposeOf(kind: string | undefined): Purpose | undefined {
  for (const sort of templateSorts) {
    if (fileKinds[sort].create === kind) return { sort, action: "create" };
    if (fileKinds[sort].update === kind) return { sort, action: "update" };
  }
  return undefined;
}

/** A template with its sort, within a sentence. */
export function named(sort: TemplateSort, name: string): string {
  switch (sort) {
    case "linked":
      return l10n.t('the linked template "{0}"', name);
    case "unlinked":
      return l10n.t('the unlinked template "{0}"', name);
    case "component":
      return l10n.t('the templated component "{0}"', name);
  }
}

/** What people call the templates of a sort. */
export function titleOf(sort: TemplateSort): string {
  switch (sort) {
    case "linked":
      return l10n.t("Linked templates");
    case "unlinked":
      return l10n.t("Unlinked templates");
    case "component":
      return l10n.t("Templated components");
  }
}

/** A text at the beginning of a sentence. */
export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
