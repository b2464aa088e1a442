import type { DocumentKind } from "@analytics-engines/core/basics";
import { documentedValues } from "@analytics-engines/core/parameters";
import { type EditorSchema, schemasAt } from "./schema.ts";

/** A value that the editor offers without the service. */
export interface ValueSuggestion {
  readonly value: unknown;
  /** `example`: no service is known to accept it. */
  readonly is: "documented" | "default" | "example";
}

/**
 * The values for a place in a file: the documented ones, and without a connection the examples of the schema. No value comes twice.
 * @param isConnected whether a service can say which values exist
 * @param isListed whether the service lists the values of this place, so that no others are offered
 */
export function suggestValues(
  kind: DocumentKind,
  schema: EditorSchema,
  path: readonly (string | number)[],
  { isConnected, isListed }: { readonly isConnected: boolean; readonly isListed: boolean },
): ValueSuggestion[] {
  if (isConnected && isListed) return [];
  const { path: spelled, schemas } = schemasAt(schema, path);
  const defaults = new Set(schemas.map(({ default: value }) => value));
  const documented = documentedValues(kind, spelled);
  const examples = schemas.flatMap((valueSchema) =>
    (valueSchema.examples ?? []).map((value) => ({ value, isDocumented: isNamed(value, valueSchema) })),
  );
  const all: ValueSuggestion[] = [
    ...documented.map((value) => ({ value, is: defaults.has(value) ? "default" : "documented" }) as const),
    ...examples
      .filter(({ isDocumented }) => isDocumented || !isConnected)
      .map(({ value, isDocumented }) => ({ value, is: isDocumented ? "documented" : "example" }) as const),
  ];
  const texts = new Set<string>();
  return all.filter(({ value }) => {
    const text = JSON.stringify(value);
    return !texts.has(text) && texts.add(text);
  });
}

/** Whether the description of a schema names a value. Its last paragraphs list default and examples. */
function isNamed(value: unknown, { markdownDescription = "" }: EditorSchema): boolean {
  const [description = ""] = markdownDescription.split("\n\n");
  return typeof value === "string" && description.includes(`\`${value}\``);
}
