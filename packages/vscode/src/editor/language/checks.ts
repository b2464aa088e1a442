// The code that checks a text and finds its parts, loaded with the first parameter file.

export { familyOfSweep, matchesGlob } from "@analytics-engines/core/parameters";
export { checkParameterText, findRelated } from "./text/checked-text.ts";
export { checkedUnits, placedUnits } from "./text/units.ts";
