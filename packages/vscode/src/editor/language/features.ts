import type { DocumentKind } from "@analytics-engines/core/basics";
// The code for completion, hovers and fixes, loaded at the first use.

import { createJsonService } from "./schema/json-service.ts";
import { loadSchema } from "./schema/schema.ts";
import { suggestValues, type ValueSuggestion } from "./schema/values.ts";

export {
  applyFixes,
  listSweepReferences,
  referenceIssues,
  resolveReferences,
  undecidedIssues,
} from "@analytics-engines/core/parameters";
export { compareFiles, compareTexts } from "./comparison.ts";
export {
  accountBeside,
  findAgain,
  occurrencesIn,
  type PlacedReference,
  referencesIn,
  referenceTo,
} from "./references/references.ts";
export { checkServiceDates, resourceOf, suggestComponents } from "./references/service-answers.ts";
export { type NameSuggestion, suggest } from "./references/suggestions.ts";
export { serviceFieldsOf } from "./schema/fields.ts";
export { isoDay, type PlacedDate, placedDates } from "./text/dates.ts";
export { editsBetween } from "./text/edits.ts";
export { excerptAt, moveSpan } from "./text/excerpt.ts";
export { readTree, textAt, textPlaceAt } from "./text/tree.ts";

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
