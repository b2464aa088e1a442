import {
  listReferences,
  type ParameterChanges,
  type ParameterFile,
  type Reference,
} from "@analytics-engines/core/parameters";

/** The change of one parameter file from the merge base to the head. */
export interface ParameterReview {
  readonly kind: "added" | "removed" | "renamed" | "changed";
  /** Relative to the working directory, with `/`; of a removed file, its old path. */
  readonly path: string;
  /** The old path of a renamed file. */
  readonly from: string | undefined;
  /** Of a sweep: its template and its rows, where they changed. */
  readonly sources?: readonly string[];
  /** The changes within the file; `undefined` for an added or removed file, and for one with a problem. Those of a sweep have its rows as units. */
  readonly changes: ParameterChanges | undefined;
  /** The units of an added or removed file; of a sweep, its rows. */
  readonly units: readonly string[];
  /** Why the changes within the file are not known, a sentence. */
  readonly problem: string | undefined;
  /** Whether the file of the head cannot be run. */
  readonly isInvalid: boolean;
  /** The references to the service's data that are new in the head. */
  readonly references: readonly NamedReference[];
}

/** A reference, and the name that the service gives it. */
export interface NamedReference extends Pick<Reference, "kind" | "id"> {
  readonly serviceEntry: { readonly name: string; readonly category: string | undefined } | "not-known" | undefined;
}

/** A change of a parameter file, with the references that are new in it. */
export interface ReadChange extends Omit<ParameterReview, "references"> {
  readonly newReferences: readonly Reference[];
}

/** The references of the later files that the earlier ones do not have, each once. */
export function referencesAdded(
  before: readonly ParameterFile[],
  after: readonly ParameterFile[],
): readonly Reference[] {
  const keyOf = ({ kind, engine, id }: Reference) => JSON.stringify([kind, engine, id.toLowerCase()]);
  const knownKeys = new Set(before.flatMap((file) => listReferences(file).map(keyOf)));
  return after.flatMap(listReferences).filter((reference) => {
    const key = keyOf(reference);
    const isNew = !knownKeys.has(key);
    knownKeys.add(key);
    return isNew;
  });
}
