import { type FamilyId, families, familyIds, isFamilyId } from "@analytics-engines/core";
import type { TemplateKind } from "@analytics-engines/core/parameters";

/** What a parameter file can be: the request of a family, or one that creates or changes a template. */
export type DocumentKind = FamilyId | TemplateKind;

/** The language of parameter files in VS Code. */
export const languageId = "analytics-engines";

const templates: Readonly<Record<TemplateKind, { readonly word: string; readonly title: string }>> = {
  linkedTemplate: { word: "linked-template", title: "Linked template" },
  linkedTemplateUpdate: { word: "linked-template-update", title: "Change of a linked template" },
  unlinkedTemplate: { word: "unlinked-template", title: "Unlinked template" },
  unlinkedTemplateUpdate: { word: "unlinked-template-update", title: "Change of an unlinked template" },
  templatedComponent: { word: "templated-component", title: "Templated component" },
  templatedComponentUpdate: { word: "templated-component-update", title: "Change of a templated component" },
};

function isTemplateKind(text: string): text is TemplateKind {
  return Object.hasOwn(templates, text);
}

/** Every kind, families first. */
export const documentKinds: readonly DocumentKind[] = [
  ...familyIds,
  ...Object.keys(templates).filter((name) => isTemplateKind(name)),
];

/** The word in names of files of the kind, as in `weights.pa.json` and `pa.schema.json`. */
export function wordOf(kind: DocumentKind): string {
  return isFamilyId(kind) ? kind : templates[kind].word;
}

/** What people call files of the kind. */
export function titleOf(kind: DocumentKind): string {
  return isFamilyId(kind) ? families[kind].title : templates[kind].title;
}

/** Whether the parameters stand in a map of units. */
export function hasUnits(kind: DocumentKind): boolean {
  return isFamilyId(kind) && families[kind].answers === "units";
}
