// What the editor needs to check a text and to find its parts: loaded together, while the first parameter file is opened.

export { matchesGlob } from "@analytics-engines/core/parameters";
export { checkText } from "./check.ts";
export { relatedPlaces } from "./related.ts";
export { readTree } from "./tree.ts";
export { findUnits } from "./units.ts";
