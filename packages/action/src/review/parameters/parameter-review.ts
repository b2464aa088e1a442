import type { ParameterChanges, Reference } from "@analytics-engines/core/parameters";

/** What changed of one parameter file from the merge base to the head. */
export interface ParameterReview {
  readonly kind: "added" | "removed" | "renamed" | "changed";
  /** Relative to the working directory, with `/`; of what was removed, where it was. */
  readonly path: string;
  /** Of what was renamed, where it was. */
  readonly from: string | undefined;
  /** What changed within it; of a file that was added or removed, and of one with a problem, undefined. */
  readonly changes: ParameterChanges | undefined;
  /** The units of a file that was added or removed. */
  readonly units: readonly string[];
  /** Why the changes within it cannot be told, a sentence. */
  readonly problem: string | undefined;
  /** Whether the head's file is none that could be run. */
  readonly isInvalid: boolean;
  /** What the head names of the service's and the base does not. */
  readonly references: readonly NamedReference[];
}

/** Something of the service's, and what the service calls it. */
export interface NamedReference extends Pick<Reference, "kind" | "id"> {
  readonly named: { readonly name: string; readonly category: string | undefined } | "not-known" | undefined;
}
