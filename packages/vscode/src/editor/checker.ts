// The code that checks a text and finds its parts, loaded with the first parameter file.

export { matchesGlob } from "@analytics-engines/core/parameters";
export { checkParameterText } from "./check.ts";
export { findRelated } from "./related.ts";
export { checkedUnits, placedUnits, sortedByUnit } from "./units.ts";
