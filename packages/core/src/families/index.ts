import type * as z from "zod";
import { type AFIOptimizationParametersRoot, afiRoot } from "./afi.ts";
import { type AxiomaEquityOptimizationParametersRoot, axpRoot } from "./axp.ts";
import { type BPMOptimizationParametersRoot, bpmRoot } from "./bpm.ts";
import type { DocumentKind, FamilyId, families, TemplateKind, templateRequests } from "./families.ts";
import { type FICalculationParametersRoot, fiRoot } from "./fi.ts";
import { type FIABCalculationParameters, fiabParameters } from "./fiab.ts";
import { type FPOOptimizationParametersRoot, fpoRoot } from "./fpo.ts";
import { type NPOOptimizationParametersRoot, npoRoot } from "./npo.ts";
import { type PACalculationParametersRoot, type PACommentaryParametersRoot, paRoot } from "./pa.ts";
import { type PubCalculationParametersRoot, pubRoot } from "./pub.ts";
import { type QuantCalculationParametersRoot, quantRoot } from "./quant.ts";
import { anyCase } from "./respell.ts";
import { type SPARCalculationParametersRoot, sparRoot } from "./spar.ts";
import * as templates from "./templates.ts";
import { type VaultCalculationParametersRoot, vaultRoot } from "./vault.ts";

export type * from "./afi.ts";
export type * from "./axp.ts";
export type * from "./bpm.ts";
export type { CalculationMeta, QuantCalculationMeta } from "./envelope.ts";
export * from "./families.ts";
export type * from "./fi.ts";
export type * from "./fi-security.ts";
export type * from "./fiab.ts";
export type * from "./fpo.ts";
export type * from "./npo.ts";
export type * from "./optimizer.ts";
export type * from "./pa.ts";
export type * from "./pub.ts";
export type * from "./quant.ts";
export type * from "./spar.ts";
export type * from "./templates.ts";
export type * from "./vault.ts";

/**
 * The schema of each family's request: the envelope with `data` and `meta` as it is sent, or for `fiab` the bare parameters. Names and enum
 * values may be in any letter case; the schema puts them in the model's. Unknown names are issues. Defaults are not filled in.
 */
export const familySchemas = {
  pa: anyCase<PACalculationParametersRoot>(paRoot),
  spar: anyCase<SPARCalculationParametersRoot>(sparRoot),
  vault: anyCase<VaultCalculationParametersRoot>(vaultRoot),
  pub: anyCase<PubCalculationParametersRoot>(pubRoot),
  quant: anyCase<QuantCalculationParametersRoot>(quantRoot),
  fi: anyCase<FICalculationParametersRoot>(fiRoot),
  fiab: anyCase<FIABCalculationParameters>(fiabParameters),
  afi: anyCase<AFIOptimizationParametersRoot>(afiRoot),
  axp: anyCase<AxiomaEquityOptimizationParametersRoot>(axpRoot),
  bpm: anyCase<BPMOptimizationParametersRoot>(bpmRoot),
  fpo: anyCase<FPOOptimizationParametersRoot>(fpoRoot),
  npo: anyCase<NPOOptimizationParametersRoot>(npoRoot),
} satisfies Readonly<Record<FamilyId, z.ZodType>>;

/** The schemas of the requests that create and change templates and templated components of `pa`. */
export const templateSchemas = {
  linkedTemplate: anyCase<templates.LinkedPATemplateParametersRoot>(templates.linkedTemplate),
  linkedTemplateUpdate: anyCase<templates.LinkedPATemplateUpdateParametersRoot>(templates.linkedTemplateUpdate),
  unlinkedTemplate: anyCase<templates.UnlinkedPATemplateParametersRoot>(templates.unlinkedTemplate),
  unlinkedTemplateUpdate: anyCase<templates.UnlinkedPATemplateUpdateParametersRoot>(templates.unlinkedTemplateUpdate),
  templatedComponent: anyCase<templates.TemplatedPAComponentParametersRoot>(templates.templatedComponent),
  templatedComponentUpdate: anyCase<templates.TemplatedPAComponentUpdateParametersRoot>(
    templates.templatedComponentUpdate,
  ),
} satisfies Readonly<Record<TemplateKind, z.ZodType>>;

type Schemas = typeof familySchemas & typeof templateSchemas;
type Requests = typeof families & typeof templateRequests;

/** Every request body of the service, by the name of its model. */
export type RequestModels = {
  [Kind in DocumentKind as Requests[Kind]["model"]]: z.output<Schemas[Kind]>;
} & { PACommentaryParametersRoot: PACommentaryParametersRoot };
