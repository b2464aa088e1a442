/**
 * The JSON of an answer: parsed, broken, or too long for the memory, with the number of tables in it. `unread` names a version or a form of
 * tables that is not read.
 */
export type JsonContent =
  | { readonly state: "parsed"; readonly value: unknown }
  | { readonly state: "broken" }
  | { readonly state: "long"; readonly tables: number; readonly unread?: string };
