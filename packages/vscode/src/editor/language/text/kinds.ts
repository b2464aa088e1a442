import {
  type DocumentKind,
  families,
  familyIds,
  isFamilyId,
  templateKinds,
  templateRequests,
} from "@analytics-engines/core/basics";

/** The language of parameter files in VS Code. */
export const LANGUAGE_ID = "analytics-engines";

/** Every kind, families first. */
export const fileKinds: readonly DocumentKind[] = [...familyIds, ...templateKinds];

/** The part of a file name that names the kind, as in `weights.pa.json` and `pa.schema.json`. */
export function wordOf(kind: DocumentKind): string {
  return isFamilyId(kind) ? kind : templateRequests[kind].name;
}

/** The title of a kind. */
export function kindTitle(kind: DocumentKind): string {
  return isFamilyId(kind) ? families[kind].title : templateRequests[kind].title;
}

/** Whether the parameters are a map of units. */
export function hasUnits(kind: DocumentKind): boolean {
  return isFamilyId(kind) && families[kind].answers === "units";
}
