// The code that checks a text and finds its parts, loaded with the first parameter file.

export { matchesGlob } from "@analytics-engines/core/parameters";
export { checkParameterText } from "./check.ts";
export { relatedPlaces } from "./related.ts";
export { readTree } from "./tree.ts";
export { placedUnits, sortedByUnit } from "./units.ts";
