import type { DocumentKind } from "@analytics-engines/core/basics";
import afi from "@analytics-engines/core/schemas/afi.schema.json" with { type: "json" };
import axp from "@analytics-engines/core/schemas/axp.schema.json" with { type: "json" };
import bpm from "@analytics-engines/core/schemas/bpm.schema.json" with { type: "json" };
import fi from "@analytics-engines/core/schemas/fi.schema.json" with { type: "json" };
import fiab from "@analytics-engines/core/schemas/fiab.schema.json" with { type: "json" };
import fpo from "@analytics-engines/core/schemas/fpo.schema.json" with { type: "json" };
import linkedTemplate from "@analytics-engines/core/schemas/linked-template.schema.json" with { type: "json" };
import linkedTemplateUpdate from "@analytics-engines/core/schemas/linked-template-update.schema.json" with {
  type: "json",
};
import npo from "@analytics-engines/core/schemas/npo.schema.json" with { type: "json" };
import pa from "@analytics-engines/core/schemas/pa.schema.json" with { type: "json" };
import pub from "@analytics-engines/core/schemas/pub.schema.json" with { type: "json" };
import quant from "@analytics-engines/core/schemas/quant.schema.json" with { type: "json" };
import spar from "@analytics-engines/core/schemas/spar.schema.json" with { type: "json" };
import sweep from "@analytics-engines/core/schemas/sweep.schema.json" with { type: "json" };
import templatedComponent from "@analytics-engines/core/schemas/templated-component.schema.json" with { type: "json" };
import templatedComponentUpdate from "@analytics-engines/core/schemas/templated-component-update.schema.json" with {
  type: "json",
};
import unlinkedTemplate from "@analytics-engines/core/schemas/unlinked-template.schema.json" with { type: "json" };
import unlinkedTemplateUpdate from "@analytics-engines/core/schemas/unlinked-template-update.schema.json" with {
  type: "json",
};
import vault from "@analytics-engines/core/schemas/vault.schema.json" with { type: "json" };

/** A kind of file with a schema: a sweep has one for all families. */
export type SchemaKind = DocumentKind | "sweep";

/** The JSON Schemas in the package of the extension. The first completion or hover loads all of them at once. */
export const schemas: Readonly<Record<SchemaKind, unknown>> = {
  pa,
  spar,
  vault,
  pub,
  quant,
  fi,
  fiab,
  afi,
  axp,
  bpm,
  fpo,
  npo,
  linkedTemplate,
  linkedTemplateUpdate,
  unlinkedTemplate,
  unlinkedTemplateUpdate,
  templatedComponent,
  templatedComponentUpdate,
  sweep,
};
