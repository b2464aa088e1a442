import type { FamilyId } from "../../families/families.ts";
import { entries, items, propertyInAnyCase } from "../../json/value.ts";

/**
 * Why the service cannot write a commentary of a unit, with what to do; `undefined` if it may. Only the service knows whether a component
 * is an attribution with the necessary columns.
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

/** The requirements of a commentary. The service answers only "bad request" for a unit without them. */
export const NEEDS =
  'A commentary needs one portfolio with a benchmark, and an attribution component with the column "Variation in Average Weight".';
