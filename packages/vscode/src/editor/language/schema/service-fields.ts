import type { DocumentKind } from "@analytics-engines/core/basics";
import { createFieldFinder, type FieldFinder } from "./fields.ts";
import { loadSchema } from "./schema-files.ts";

const fields = new Map<DocumentKind, Promise<FieldFinder>>();

/** Finds the fields of a kind that name resources of the service. */
export function serviceFieldsOf(kind: DocumentKind): Promise<FieldFinder> {
  const finder = fields.get(kind) ?? loadSchema(kind).then((schema) => createFieldFinder(kind, schema));
  fields.set(kind, finder);
  return finder;
}
