import { type FamilyId, isFamilyId } from "@analytics-engines/core/families/facts";

/** Files that match the glob are of the family, where neither their name nor their `$schema` tells. */
export interface FamilyRule {
  readonly glob: string;
  readonly family: FamilyId;
}

/** Reads `GLOB=FAMILY`; undefined where it is not of that form, or there is no such family. */
export function parseFamilyRule(text: string): FamilyRule | undefined {
  const at = text.lastIndexOf("=");
  const family = text.slice(at + 1);
  return at > 0 && isFamilyId(family) ? { glob: text.slice(0, at), family } : undefined;
}
