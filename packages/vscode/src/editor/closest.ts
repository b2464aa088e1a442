import type { ResolvedReference, Suggestion } from "@analytics-engines/core/parameters";
import { distance } from "fastest-levenshtein";
import { type ComponentEngine, isComponentEngine, type ServiceNames } from "../common/service-names.ts";

/** What the service does not know, and what could have been meant. */
export interface Unknown {
  readonly message: string;
  readonly closest: readonly Suggestion[];
}

const maxClosest = 3;

/** Settles when the names of components are known by which `unknownReference` finds what was meant. */
export async function awaitNames(references: readonly ResolvedReference[], names: ServiceNames): Promise<void> {
  const engines = references.flatMap(({ kind, engine, id, found }) =>
    kind === "component" && found === false && !isOpaque(id) && isComponentEngine(engine) ? [engine] : [],
  );
  await Promise.all([...new Set(engines)].map((engine) => names.components(engine).more));
}

/** Ids are random: those that look alike are not. */
function isOpaque(id: string): boolean {
  return /^[0-9a-f]{32,}$/i.test(id);
}

/**
 * What to say of a reference that the service does not know; undefined where it knows it, or cannot tell. A component's name in place of its id leads to
 * the components of that name.
 */
export function unknownReference(reference: ResolvedReference, names: ServiceNames): Unknown | undefined {
  if (reference.found !== false) return undefined;
  const { kind, engine, id } = reference;
  const closest =
    kind === "component" && isComponentEngine(engine) ? closestComponents(id, names, engine) : reference.closest;
  const offers = closest.map(({ name }) => `"${name}"`).join(", ");
  const hint = offers === "" ? "" : ` Closest: ${offers}.`;
  return { message: `The service does not know this ${kind}.${hint}`, closest };
}

function closestComponents(written: string, names: ServiceNames, engine: ComponentEngine): Suggestion[] {
  if (isOpaque(written)) return [];
  const word = written.toLowerCase();
  return names
    .components(engine)
    .found.map((entry) => ({ entry, far: distance(word, entry.name.toLowerCase()) }))
    .filter(({ entry, far }) => far <= Math.max(2, entry.name.length / 3))
    .sort((a, b) => a.far - b.far)
    .slice(0, maxClosest)
    .map(({ entry: { id, name, path } }) => ({ id, name: path === undefined ? name : `${name} (${path})` }));
}
