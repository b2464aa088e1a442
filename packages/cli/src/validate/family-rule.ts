import { type FamilyId, isFamilyId } from "@analytics-engines/core/families/facts";

/** Files that match the glob are of the family, unless their name or `$schema` names another. */
export interface FamilyRule {
  readonly glob: string;
  readonly family: FamilyId;
}

/** Reads `GLOB=FAMILY`; `undefined` for a text of another form, or an unknown family. */
export function parseFamilyRule(text: string): FamilyRule | undefined {
  const at = text.lastIndexOf("=");
  const family = text.slice(at + 1);
  return at > 0 && isFamilyId(family) ? { glob: text.slice(0, at), family } : undefined;
}

/** The families by glob. */
export function familiesOf(rules: readonly FamilyRule[]): Readonly<Record<string, FamilyId>> {
  return Object.fromEntries(rules.map(({ glob, family }) => [glob, family]));
}
