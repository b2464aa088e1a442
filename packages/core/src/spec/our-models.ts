import * as z from "zod";
import { familySchemas, templateSchemas } from "../families/index.ts";
import type { RequestModels } from "../families/models.ts";
import { responseModels } from "../service/models/index.ts";
import type { SchemaNode } from "./schema-node.ts";

/** The schema of each request; a commentary has no schema, since nothing but an id stands in it. */
const requests: { readonly [Name in keyof RequestModels]: z.ZodType } = {
  PACalculationParametersRoot: familySchemas.pa,
  SPARCalculationParametersRoot: familySchemas.spar,
  VaultCalculationParametersRoot: familySchemas.vault,
  PubCalculationParametersRoot: familySchemas.pub,
  QuantCalculationParametersRoot: familySchemas.quant,
  FICalculationParametersRoot: familySchemas.fi,
  FIABCalculationParameters: familySchemas.fiab,
  AFIOptimizationParametersRoot: familySchemas.afi,
  AxiomaEquityOptimizationParametersRoot: familySchemas.axp,
  BPMOptimizationParametersRoot: familySchemas.bpm,
  FPOOptimizationParametersRoot: familySchemas.fpo,
  NPOOptimizationParametersRoot: familySchemas.npo,
  LinkedPATemplateParametersRoot: templateSchemas.linkedTemplate,
  LinkedPATemplateUpdateParametersRoot: templateSchemas.linkedTemplateUpdate,
  UnlinkedPATemplateParametersRoot: templateSchemas.unlinkedTemplate,
  UnlinkedPATemplateUpdateParametersRoot: templateSchemas.unlinkedTemplateUpdate,
  TemplatedPAComponentParametersRoot: templateSchemas.templatedComponent,
  TemplatedPAComponentUpdateParametersRoot: templateSchemas.templatedComponentUpdate,
  PACommentaryParametersRoot: z.object({ data: z.object({ configurationid: z.string().nullish() }) }),
};

/** Our schema of a request. */
export function requestSchema(name: keyof RequestModels): SchemaNode {
  return nodeOf(requests[name]);
}

/** Our schema of an answer. */
export function answerSchema(name: keyof typeof responseModels): SchemaNode {
  return nodeOf(responseModels[name]);
}

function nodeOf(model: z.core.$ZodType): SchemaNode {
  const schema = z.toJSONSchema(model, { unrepresentable: "any" });
  return { schema, document: schema };
}
