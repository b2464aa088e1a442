import {
  type ComponentFamilyId,
  isComponentFamilyId,
  isDocumentFamilyId,
  isOptimizerId,
} from "@analytics-engines/core/basics";
import {
  type Issue,
  type ParameterFile,
  type ResolvedReference,
  refusedDates,
  type Suggestion,
} from "@analytics-engines/core/parameters";
import { dateSource, type NameEntry, type NameList, type ServiceNames } from "@analytics-engines/runs/lookup";
import { distance } from "fastest-levenshtein";
import type { ServiceResource } from "../../../services/resources.ts";
import type { PlacedReference } from "./references.ts";
import { listOfKind } from "./suggestions.ts";

/** The row of the Explorer that a reference means; undefined if the Explorer has no such rows. @throws the error of a failed request */
export async function resourceOf(
  { kind, engine, id, account }: Pick<PlacedReference, "kind" | "engine" | "id" | "account">,
  names: ServiceNames,
): Promise<ServiceResource | undefined> {
  const entryOf = async (lookup: { readonly ready: Promise<readonly NameEntry[]> }) =>
    (await lookup.ready).find((entry) => entry.id.toLowerCase() === id.toLowerCase());
  const listed = async (list: NameList): Promise<ServiceResource | undefined> => {
    const entry = await entryOf(names.list(list));
    return entry && { kind: "entry", list, id: entry.id, name: entry.name, category: entry.category };
  };
  switch (kind) {
    case "account":
    case "benchmark":
      return id.includes("/") ? { kind: "account", path: id } : { kind: "benchmark", id, name: id };
    case "document":
      return isDocumentFamilyId(engine) ? { kind: "document", engine, path: id } : undefined;
    case "strategy":
      return isOptimizerId(engine) ? { kind: "strategy", engine, path: id } : undefined;
    case "component": {
      if (!isComponentFamilyId(engine)) return undefined;
      const { name, category, path = "" } = await names.component(engine, id).ready;
      return { kind: "component", engine, id, name, category, document: path };
    }
    case "configuration": {
      const entry = account === undefined ? undefined : await entryOf(names.configurations(account));
      return entry && account !== undefined
        ? { kind: "configuration", id: entry.id, name: entry.name, account }
        : undefined;
    }
    case "frequency":
      return isComponentFamilyId(engine) ? listed(`${engine} frequencies`) : undefined;
    case "template":
      return undefined;
    default:
      return listed(listOfKind[kind]);
  }
}

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
    .sort((first, second) => first.far - second.far)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ entry: { id, name, path } }) => ({ id, name: path === undefined ? name : `${name}, ${path}` }));
}

/** Asks the service about the dates of a file that only it can know. Returns an error for each that it refuses. */
export function checkServiceDates(
  file: ParameterFile,
  names: ServiceNames,
  today: Date,
  signal?: AbortSignal,
): Promise<readonly Issue[]> {
  return refusedDates(file, { source: dateSource(names, today), today, signal });
}
