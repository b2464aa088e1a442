import {
  type DocumentKind,
  families,
  familyIds,
  isFamilyId,
  templateKinds,
  templateRequests,
} from "@analytics-engines/core/families/facts";

export type { DocumentKind } from "@analytics-engines/core/families/facts";

/** The language of parameter files in VS Code. */
export const languageId = "analytics-engines";

/** Every kind, families first. */
export const documentKinds: readonly DocumentKind[] = [...familyIds, ...templateKinds];

/** The part of the names of files that tells the kind, as in `weights.pa.json` and `pa.schema.json`. */
export function wordOf(kind: DocumentKind): string {
  return isFamilyId(kind) ? kind : templateRequests[kind].name;
}

/** What people call files of the kind. */
export function titleOf(kind: DocumentKind): string {
  return isFamilyId(kind) ? families[kind].title : templateRequests[kind].title;
}

/** Whether the parameters stand in a map of units. */
export function hasUnits(kind: DocumentKind): boolean {
  return isFamilyId(kind) && families[kind].answers === "units";
}
