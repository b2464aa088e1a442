import type { ComponentFamilyId } from "@analytics-engines/core/basics";

const periodNames = {
  Daily: { name: "Daily" },
  Weekly: { name: "Weekly" },
  Monthly: { name: "Monthly" },
  Quarterly: { name: "Quarterly" },
  SemiAnnually: { name: "Semi-Annually" },
  Yearly: { name: "Yearly" },
} as const;

const namesWithSingle = { Single: { name: "Single" }, ...periodNames } as const;

/** The frequencies that a family offers, from id to name. */
export function frequenciesOf(family: ComponentFamilyId): Readonly<Record<string, { readonly name: string }>> {
  return family === "spar" ? periodNames : namesWithSingle;
}

/** The frequency's id, in the catalogue's spelling, for an id or a name in any letter case. */
export function findFrequency(text: string): string | undefined {
  const key = text.toLowerCase();
  return Object.entries(namesWithSingle).find(
    ([id, { name }]) => id.toLowerCase() === key || name.toLowerCase() === key,
  )?.[0];
}
