import type { Client } from "@analytics-engines/core";
import { messageOf } from "@analytics-engines/core/basics";
import { type Reference, type ResolvedReference, resolveReferences } from "@analytics-engines/core/parameters";
import type { NamedReference, ParameterReview, ReadChange } from "./parameter-review.ts";

/** References that are readable names or paths, so the service is not asked for a name. */
const readableKinds: ReadonlySet<string> = new Set(["account", "benchmark", "document", "strategy"]);
/** The most references that are looked up for a review. */
const MAX_LOOKUPS = 500;

/** Adds the service's names of new ids. If the service cannot be asked, warns and adds no names. @param connect opens the service; undefined to ask none */
export async function nameReferences(
  changes: readonly ReadChange[],
  connect: (() => Client | Promise<Client>) | undefined,
  warn: (sentence: string) => void,
): Promise<readonly ParameterReview[]> {
  const references = changes
    .flatMap(({ newReferences }) => newReferences)
    .filter(({ kind }) => !readableKinds.has(kind))
    .slice(0, MAX_LOOKUPS);
  const names = new Map<Reference, NamedReference["serviceEntry"]>();
  if (connect !== undefined && references.length > 0) {
    try {
      for (const [at, resolved] of (await resolveReferences(references, await connect())).entries()) {
        const reference = references[at];
        if (reference !== undefined) names.set(reference, namedBy(resolved));
      }
    } catch (error) {
      warn(`The review shows ids without names: the service could not be asked. ${messageOf(error)}`);
    }
  }
  return changes.map(({ newReferences, ...change }) => ({
    ...change,
    references: newReferences
      .filter((reference) => names.get(reference) !== undefined)
      .map((reference) => ({ kind: reference.kind, id: reference.id, serviceEntry: names.get(reference) })),
  }));
}

function namedBy(resolved: ResolvedReference): NamedReference["serviceEntry"] {
  if (resolved.isKnown === false) return "not-known";
  if (resolved.isKnown === undefined || resolved.name === undefined) return undefined;
  return { name: resolved.name, category: resolved.category };
}
