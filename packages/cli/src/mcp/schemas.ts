import type { FamilyId } from "@analytics-engines/core/basics";

/** The JSON Schema of a family. The bundle has each as a module, which is loaded at its first use: esbuild finds them by this pattern. */
export async function loadFamilySchema(family: FamilyId): Promise<unknown> {
  const { default: schema }: { readonly default: unknown } = await import(
    `../../../core/schemas/${family}.schema.json`
  );
  return schema;
}
