import type { ParameterChanges, Reference } from "@analytics-engines/core/parameters";

/** The change of one parameter file from the merge base to the head. */
export interface ParameterReview {
  readonly kind: "added" | "removed" | "renamed" | "changed";
  /** Relative to the working directory, with `/`; of a removed file, its old path. */
  readonly path: string;
  /** The old path of a renamed file. */
  readonly from: string | undefined;
  /** The changes within the file; `undefined` for an added or removed file, and for one with a problem. */
  readonly changes: ParameterChanges | undefined;
  /** The units of an added or removed file. */
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
  readonly named: { readonly name: string; readonly category: string | undefined } | "not-known" | undefined;
}
