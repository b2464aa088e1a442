import type { DocumentKind } from "@analytics-engines/core/families/facts";
// The code for completion, hovers and fixes, loaded at the first use.

import { createFieldFinder, type FieldFinder } from "./fields.ts";
import { createJsonService } from "./json-service.ts";
import { loadSchema } from "./schema-files.ts";
import { suggestValues, type ValueSuggestion } from "./values.ts";

export { applyFixes, referenceIssues, undecidedIssues } from "@analytics-engines/core/parameters";
export { resolveReferences } from "@analytics-engines/core/parameters/resolve-references";
export { suggestComponents } from "./closest.ts";
export { compareTexts } from "./comparison.ts";
export { editsBetween } from "./edits.ts";
export { textAt, textPlaceAt } from "./place.ts";
export { accountBeside, findAgain, findReferences, type PlacedReference, referenceTo } from "./references.ts";
export { type NameSuggestion, suggest } from "./suggestions.ts";
export { readTree } from "./tree.ts";

/** The only language service. */
export const jsonService = createJsonService();

const fields = new Map<DocumentKind, Promise<FieldFinder>>();

/** Finds the fields of a kind that name resources of the service. */
export function serviceFieldsOf(kind: DocumentKind): Promise<FieldFinder> {
  const known = fields.get(kind) ?? loadSchema(kind).then((schema) => createFieldFinder(kind, schema));
  fields.set(kind, known);
  return known;
}

/** The values for a place in a file of a kind that need no service. */
export async function valuesOf(
  kind: DocumentKind,
  path: readonly (string | number)[],
  options: Parameters<typeof suggestValues>[3],
): Promise<ValueSuggestion[]> {
  return suggestValues(kind, await loadSchema(kind), path, options);
}
