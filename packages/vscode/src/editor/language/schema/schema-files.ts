import { type DocumentKind, isObject } from "@analytics-engines/core/basics";
import type { EditorSchema } from "./schema.ts";

/** A kind of file with a schema: a sweep has one for all families. */
export type SchemaKind = DocumentKind | "sweep";

/** The schemas in the package of the extension, each loaded at the first use. */
const files: Readonly<Record<SchemaKind, () => Promise<{ readonly default: unknown }>>> = {
  pa: () => import("@analytics-engines/core/schemas/pa.schema.json", { with: { type: "json" } }),
  spar: () => import("@analytics-engines/core/schemas/spar.schema.json", { with: { type: "json" } }),
  vault: () => import("@analytics-engines/core/schemas/vault.schema.json", { with: { type: "json" } }),
  pub: () => import("@analytics-engines/core/schemas/pub.schema.json", { with: { type: "json" } }),
  quant: () => import("@analytics-engines/core/schemas/quant.schema.json", { with: { type: "json" } }),
  fi: () => import("@analytics-engines/core/schemas/fi.schema.json", { with: { type: "json" } }),
  fiab: () => import("@analytics-engines/core/schemas/fiab.schema.json", { with: { type: "json" } }),
  afi: () => import("@analytics-engines/core/schemas/afi.schema.json", { with: { type: "json" } }),
  axp: () => import("@analytics-engines/core/schemas/axp.schema.json", { with: { type: "json" } }),
  bpm: () => import("@analytics-engines/core/schemas/bpm.schema.json", { with: { type: "json" } }),
  fpo: () => import("@analytics-engines/core/schemas/fpo.schema.json", { with: { type: "json" } }),
  npo: () => import("@analytics-engines/core/schemas/npo.schema.json", { with: { type: "json" } }),
  linkedTemplate: () =>
    import("@analytics-engines/core/schemas/linked-template.schema.json", { with: { type: "json" } }),
  linkedTemplateUpdate: () =>
    import("@analytics-engines/core/schemas/linked-template-update.schema.json", { with: { type: "json" } }),
  unlinkedTemplate: () =>
    import("@analytics-engines/core/schemas/unlinked-template.schema.json", { with: { type: "json" } }),
  unlinkedTemplateUpdate: () =>
    import("@analytics-engines/core/schemas/unlinked-template-update.schema.json", { with: { type: "json" } }),
  templatedComponent: () =>
    import("@analytics-engines/core/schemas/templated-component.schema.json", { with: { type: "json" } }),
  sweep: () => import("@analytics-engines/core/schemas/sweep.schema.json", { with: { type: "json" } }),
  templatedComponentUpdate: () =>
    import("@analytics-engines/core/schemas/templated-component-update.schema.json", { with: { type: "json" } }),
};

/** The JSON Schema of a kind. Schemas come from our own build, so only their type is checked. */
export async function loadSchema(kind: SchemaKind): Promise<EditorSchema> {
  const { default: schema } = await files[kind]();
  return isObject(schema) ? schema : {};
}
