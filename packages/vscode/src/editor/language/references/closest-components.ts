import { type ComponentFamilyId, isComponentFamilyId } from "@analytics-engines/core/basics";
import type { ResolvedReference, Suggestion } from "@analytics-engines/core/parameters";
import type { ServiceNames } from "@analytics-engines/runs/lookup";
import { distance } from "fastest-levenshtein";

const MAX_SUGGESTIONS = 3;

/**
 * Adds suggestions to references with the name of a component in place of its id: core looks up ids only, and the service only answers that an id
 * is unknown.
 */
export async function suggestComponents<Known extends ResolvedReference>(
  references: readonly Known[],
  names: ServiceNames,
): Promise<Known[]> {
  return Promise.all(
    references.map(async (reference) => {
      const { kind, engine, id, isKnown } = reference;
      // Ids are random, so a similar id is not a suggestion.
      const isName = kind === "component" && isKnown === false && !/^[0-9a-f]{32,}$/i.test(id);
      if (!isName || !isComponentFamilyId(engine)) return reference;
      await names.components(engine).more;
      return { ...reference, suggestions: closestComponents(id, names, engine) };
    }),
  );
}

function closestComponents(written: string, names: ServiceNames, engine: ComponentFamilyId): Suggestion[] {
  const word = written.toLowerCase();
  return names
    .components(engine)
    .components.map((entry) => ({ entry, far: distance(word, entry.name.toLowerCase()) }))
    .filter(({ entry, far }) => far <= Math.max(2, entry.name.length / 3))
    .sort((a, b) => a.far - b.far)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ entry: { id, name, path } }) => ({ id, name: path === undefined ? name : `${name}, ${path}` }));
}
