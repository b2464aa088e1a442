import type { ComponentFamilyId } from "@analytics-engines/core/families/facts";

const PERIODS = {
  Daily: { name: "Daily" },
  Weekly: { name: "Weekly" },
  Monthly: { name: "Monthly" },
  Quarterly: { name: "Quarterly" },
  SemiAnnually: { name: "Semi-Annually" },
  Yearly: { name: "Yearly" },
} as const;

const WITH_SINGLE = { Single: { name: "Single" }, ...PERIODS } as const;

/** The frequencies that a family offers, from id to name. */
export function frequenciesOf(family: ComponentFamilyId): Readonly<Record<string, { readonly name: string }>> {
  return family === "spar" ? PERIODS : WITH_SINGLE;
}

/** The frequency's id, in the catalogue's spelling, for an id or a name in any letter case. */
export function findFrequency(text: string): string | undefined {
  const key = text.toLowerCase();
  return Object.entries(WITH_SINGLE).find(
    ([id, { name }]) => id.toLowerCase() === key || name.toLowerCase() === key,
  )?.[0];
}
