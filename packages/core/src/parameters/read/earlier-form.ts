import { type FamilyId, isFamilyId } from "../../families/families.ts";
import { isObject } from "../../json/value.ts";
import { renameKey } from "../issues/fixes.ts";
import { payloadShape } from "../shapes/shape.ts";
import { quotedWithin } from "../text/words.ts";
import type { WrongRoot } from "./root.ts";

/** The parameters of a family in an earlier form of requests, and where they belong. */
type PartOfEarlierForm = WrongRoot & { readonly family: FamilyId };

/**
 * Finds the form of an earlier version of the service: the units of each family under its name, at the root: `{"pa": {...}, "spar": {...}}`. Today
 * each family has a file of its own.
 * @param root the content without `$schema`
 */
export function findEarlierForm(root: unknown): readonly PartOfEarlierForm[] {
  if (!isObject(root)) return [];
  const members = Object.entries(root);
  const parts = members.flatMap(([key, units]) => {
    const family = key.toLowerCase();
    return isFamilyId(family) && isObject(units) && areUnits(family, units) ? [{ key, family, units }] : [];
  });
  const hasUnit = parts.some(({ units }) => Object.keys(units).length > 0);
  if (parts.length < members.length || !hasUnit) return [];
  const names = parts.map(({ family }) => quotedWithin(`NAME.${family}.json`, 40));
  const advice =
    names.length === 1
      ? `Write \`data\` in its place, and name the file ${names[0]}.`
      : `Write a file for each: ${names.join(", ")}, with the units in \`data\`.`;
  return parts.map(({ key, family, units }) => ({
    family,
    finding: {
      code: "wrong-root",
      message: `\`${family}\` at the root is an earlier form of requests. ${advice}`,
      path: [key],
      at: "key",
      fixes: parts.length === 1 ? [renameKey("Change to `data`", "data", false)] : [],
    },
    corrected: { data: units },
    from: ["data"],
    to: [key],
  }));
}

/** Whether an object has nothing but units, which may have mistakes, and is no unit itself. */
function areUnits(family: FamilyId, units: object): boolean {
  const { names } = payloadShape(family).shape;
  return Object.entries(units).every(([name, unit]) => isObject(unit) && !names.has(name.toLowerCase()));
}
