import type { TemplateKind } from "@analytics-engines/core/parameters";
import * as l10n from "@vscode/l10n";
import { type TemplateSort, templateSorts } from "../common/templates.ts";
import { baseName } from "../common/texts.ts";
import { wordOf } from "../editor/language/text/kinds.ts";

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

/** The name of a file that updates a template: `NAME.ID.linked-template-update.json`. */
export function updateFileStem(name: string, id: string): string {
  const plain = name.replaceAll(/[^\p{Letter}\p{Number}]+/gu, "-").replaceAll(/^-+|-+$/g, "");
  const short = plain === "" ? "template" : plain.slice(0, 60);
  return isIdLike(id) ? `${short}.${id}` : short;
}

/** The id in the name of a file that updates a template. */
export function templateIdOf(path: string, sort: TemplateSort): string | undefined {
  const parts = baseName(path).split(".");
  const [id, word, extension] = parts.slice(-3);
  const isUpdate =
    extension?.toLowerCase() === "json" && word?.toLowerCase() === wordOf(templateFileKinds[sort].update);
  return isUpdate && id !== undefined && isIdLike(id) ? id : undefined;
}

/** The service's ids are hex digits. */
function isIdLike(text: string): boolean {
  return /^[0-9a-f]{16,128}$/i.test(text);
}
