import { type FamilyId, familyIds, isFamilyId } from "@analytics-engines/core/families/facts";
import type { InputReader } from "../github/inputs.ts";

/** Reads the input `families`: `GLOB=FAMILY`, one in each line. */
export function readFamilies(reader: InputReader): Readonly<Record<string, FamilyId>> {
  const families = new Map<string, FamilyId>();
  for (const [index, line] of reader.lines("families").entries()) {
    const at = line.lastIndexOf("=");
    const glob = line.slice(0, Math.max(0, at)).trim();
    const family = line.slice(at + 1).trim();
    if (glob !== "" && isFamilyId(family)) {
      // The first that matches counts.
      if (!families.has(glob)) families.set(glob, family);
    } else {
      reader.refuse(
        `Input families: entry ${index + 1} must be GLOB=FAMILY, such as risk/*.json=spar. The families are ${familyIds.join(", ")}.`,
      );
    }
  }
  return Object.fromEntries(families);
}
