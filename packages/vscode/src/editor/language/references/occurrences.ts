import { serviceFieldsOf } from "../schema/service-fields.ts";
import { type CheckTextOptions, checkParameterText } from "../text/checked-text.ts";
import { readTree } from "../text/tree.ts";
import { findReferences, type PlacedReference } from "./references.ts";

/** The places where a text names a resource. Ids and paths ignore letter case. */
export async function occurrencesIn(
  text: string,
  { kind, engine, id }: Pick<PlacedReference, "kind" | "engine" | "id">,
  options: CheckTextOptions,
): Promise<readonly PlacedReference[]> {
  // Most files of a folder do not name it, and a search is faster than a check.
  const written = JSON.stringify(id).toLowerCase();
  if (!text.toLowerCase().includes(written)) return [];
  const root = readTree(text);
  const { kind: document } = checkParameterText(text, options);
  if (root === undefined || document === undefined) return [];
  return findReferences(root, await serviceFieldsOf(document)).filter(
    (reference) =>
      groupOf(reference.kind) === groupOf(kind) &&
      (isShared(kind) || reference.engine === engine) &&
      reference.id.toLowerCase() === id.toLowerCase(),
  );
}

/** Whether the ids of a kind mean the same in all families. */
function isShared(kind: PlacedReference["kind"]): boolean {
  return kind === "account" || kind === "benchmark" || kind === "currency";
}

/** Accounts and benchmarks share their ids. */
function groupOf(kind: PlacedReference["kind"]): PlacedReference["kind"] {
  return kind === "benchmark" ? "account" : kind;
}
