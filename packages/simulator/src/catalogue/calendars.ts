/** The calendars by which `pa` counts days, from id to name. */
export const calendars: Readonly<Record<string, { readonly name: string }>> = {
  FIVEDAY: { name: "Five Day" },
  SEVENDAY: { name: "Seven Day" },
};
