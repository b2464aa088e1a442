import type { TemplateKind } from "@analytics-engines/core/parameters";
import * as l10n from "@vscode/l10n";
import { type TemplateSort, templateSorts } from "../common/templates.ts";

/** What the file of a template does. */
export interface Purpose {
  readonly sort: TemplateSort;
  readonly action: "create" | "update";
}

/** The kinds of files that create and update a template of a sort. */
export const templateFileKinds: Readonly<Record<TemplateSort, Readonly<Record<Purpose["action"], TemplateKind>>>> = {
  linked: { create: "linkedTemplate", update: "linkedTemplateUpdate" },
  unlinked: { create: "unlinkedTemplate", update: "unlinkedTemplateUpdate" },
  component: { create: "templatedComponent", update: "templatedComponentUpdate" },
};

/** What a file of a kind does; undefined for the parameters of a family. */
export function purposeOf(kind: string | undefined): Purpose | undefined {
  for (const sort of templateSorts) {
    if (templateFileKinds[sort].create === kind) return { sort, action: "create" };
    if (templateFileKinds[sort].update === kind) return { sort, action: "update" };
  }
  return undefined;
}

/** A template with its sort, inside a sentence. */
export function sortNamed(sort: TemplateSort, name: string): string {
  return {
    linked: l10n.t('the linked template "{0}"', name),
    unlinked: l10n.t('the unlinked template "{0}"', name),
    component: l10n.t('the templated component "{0}"', name),
  }[sort];
}
