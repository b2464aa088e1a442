// What the editor needs to complete, explain and mend: loaded together, when it is first asked for.

import { Fields } from "./fields.ts";
import { JsonService } from "./json-service.ts";
import type { DocumentKind } from "./kinds.ts";
import { Schemas } from "./schema.ts";
import { loadSchema } from "./schema-files.ts";

export { applyFixes, referenceIssues, resolveReferences } from "@analytics-engines/core/parameters";
export { suggestComponents } from "./closest.ts";
export { compareTexts } from "./comparison.ts";
export { editsBetween } from "./edits.ts";
export { textAt, textPlaceAt } from "./place.ts";
export { accountBeside, findAgain, findReferences, type PlacedReference, referenceTo } from "./references.ts";
export { type Suggestion, suggest } from "./suggestions.ts";
export { readTree } from "./tree.ts";

const schemas = new Schemas(loadSchema);
const fields = new Map<DocumentKind, Promise<Fields>>();

/** The one language service. */
export const json = new JsonService(schemas);

/** What the texts of a kind of document name. */
export function fieldsOf(kind: DocumentKind): Promise<Fields> {
  const known = fields.get(kind) ?? schemas.of(kind).then((schema) => new Fields(kind, schema));
  fields.set(kind, known);
  return known;
}
