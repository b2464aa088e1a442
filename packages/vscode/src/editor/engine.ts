import type { DocumentKind } from "@analytics-engines/core/families/facts";
// The code for completion, hovers and fixes, loaded at the first use.

import { createJsonService } from "./json-service.ts";
import { loadSchema } from "./schema-files.ts";
import { suggestValues, type ValueSuggestion } from "./values.ts";

export { applyFixes, referenceIssues, undecidedIssues } from "@analytics-engines/core/parameters";
export { resolveReferences } from "@analytics-engines/core/parameters/resolve-references";
export { compareFiles, compareTexts } from "./comparison.ts";
export { isoDay, type PlacedDate, placedDates } from "./dates.ts";
export { editsBetween } from "./edits.ts";
export { excerptAt, moved } from "./excerpt.ts";
export { textAt, textPlaceAt } from "./place.ts";
export { accountBeside, findAgain, type PlacedReference, referencesIn, referenceTo } from "./references.ts";
export { resourceOf } from "./resource-of.ts";
export { serviceFieldsOf } from "./service-fields.ts";
export { type NameSuggestion, suggest } from "./suggestions.ts";
export { readTree } from "./tree.ts";
export { usesIn } from "./uses.ts";

/** The only language service. */
export const jsonService = createJsonService();

/** The values for a place in a file of a kind that need no service. */
export async function valueSuggestions(
  kind: DocumentKind,
  path: readonly (string | number)[],
  options: Parameters<typeof suggestValues>[3],
): Promise<ValueSuggestion[]> {
  return suggestValues(kind, await loadSchema(kind), path, options);
}
