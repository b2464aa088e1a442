import type { FamilyId } from "../../families/families.ts";
import { entries, items, propertyInAnyCase } from "../../json/value.ts";

/**
 * Why the service certainly writes no commentary of a unit, in sentences that say what to do; `undefined` where it may. Whether a component
 * is an attribution, and has the columns, the service alone knows.
 */
export function missingReason(family: FamilyId, body: unknown, unitId: string): string | undefined {
  if (family !== "pa")
    return `The service writes commentaries of attributions of the family pa alone, and this is a unit of ${family}. Leave it out of the pattern.`;
  const unit = entries(propertyInAnyCase(body, "data")).find(([id]) => id === unitId)?.[1];
  const accounts = items(propertyInAnyCase(unit, "accounts")).length;
  if (accounts > 1)
    return `The service writes commentaries of one portfolio, and this unit has ${accounts} accounts. Make a unit of each, or leave it out of the pattern.`;
  return undefined;
}

/** What a commentary needs; the service says of a unit without it no more than that it is a bad request. */
export const NEEDS =
  'A commentary needs one portfolio with a benchmark, and an attribution component with the column "Variation in Average Weight".';
