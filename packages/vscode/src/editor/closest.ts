import { type ComponentFamilyId, isComponentFamilyId } from "@analytics-engines/core/families/facts";
import type { ResolvedReference, Suggestion } from "@analytics-engines/core/parameters";
import { distance } from "fastest-levenshtein";
import type { ServiceNames } from "../common/service-names.ts";

const maxClosest = 3;

/**
 * The references with the components that could be meant where a component's name stands in place of its id: core asks for the id alone, and the service
 * answers no more than that there is none.
 */
export async function suggestComponents<Known extends ResolvedReference>(
  references: readonly Known[],
  names: ServiceNames,
): Promise<Known[]> {
  return Promise.all(
    references.map(async (reference) => {
      const { kind, engine, id, found } = reference;
      // Ids are random: those that look alike are not.
      const isName = kind === "component" && found === false && !/^[0-9a-f]{32,}$/i.test(id);
      if (!isName || !isComponentFamilyId(engine)) return reference;
      await names.components(engine).more;
      return { ...reference, closest: closestComponents(id, names, engine) };
    }),
  );
}

function closestComponents(written: string, names: ServiceNames, engine: ComponentFamilyId): Suggestion[] {
  const word = written.toLowerCase();
  return names
    .components(engine)
    .found.map((entry) => ({ entry, far: distance(word, entry.name.toLowerCase()) }))
    .filter(({ entry, far }) => far <= Math.max(2, entry.name.length / 3))
    .sort((a, b) => a.far - b.far)
    .slice(0, maxClosest)
    .map(({ entry: { id, name, path } }) => ({ id, name: path === undefined ? name : `${name}, ${path}` }));
}
