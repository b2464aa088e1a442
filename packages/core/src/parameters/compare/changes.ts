import type { FamilyId } from "../../families/families.ts";

/** The changes between two versions of a parameter file. */
export interface ParameterChanges {
  /** Present if the two versions have different families; nothing else is compared then. */
  readonly family?: { readonly before: FamilyId | undefined; readonly after: FamilyId | undefined };
  /** In the order of the file: first what is in the new version, then what was removed. Units without a change are left out. */
  readonly units: readonly UnitChange[];
  /** Outside the units: `meta`, and all of a file whose family has no units. */
  readonly changes: readonly Change[];
}

export type UnitChange =
  | { readonly kind: "added" | "removed"; readonly unit: string }
  /** The same content under another id. */
  | { readonly kind: "renamed"; readonly before: string; readonly after: string }
  | { readonly kind: "changed"; readonly unit: string; readonly changes: readonly Change[] };

export interface Change {
  /** `replaced`: another value at the same place. `reordered`: the same items of a list in another order. */
  readonly kind: "added" | "removed" | "replaced" | "reordered";
  /** JSON pointer into the new request; for a removed value, into the old one. */
  readonly pointer: string;
  /** The path for a reader, from the unit (or the root): names, and the identities of items of lists. */
  readonly label: readonly string[];
  /** Absent for `added` and `reordered`. */
  readonly before?: unknown;
  /** Absent for `removed` and `reordered`. */
  readonly after?: unknown;
}
