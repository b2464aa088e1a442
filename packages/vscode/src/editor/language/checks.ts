// The code that checks a text and finds its parts, loaded with the first parameter file.

export { checkParameterText } from "./text/checked-text.ts";
export { findRelated } from "./text/related.ts";
export { checkedUnits, placedUnits } from "./text/units.ts";
