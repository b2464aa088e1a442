/**
 * The JSON of an answer: parsed, broken, or whole and too long for the memory, so that what it holds is not proved.
 */
export type JsonContent =
  | { readonly state: "parsed"; readonly value: unknown }
  | { readonly state: "broken" }
  | { readonly state: "long" };
