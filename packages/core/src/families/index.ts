import { type AFIOptimizationParametersRoot, afiRoot } from "./afi.ts";
import { type AxiomaEquityOptimizationParametersRoot, axpRoot } from "./axp.ts";
import { type BPMOptimizationParametersRoot, bpmRoot } from "./bpm.ts";
import { type FICalculationParametersRoot, fiRoot } from "./fi.ts";
import { type FIABCalculationParameters, fiabParameters } from "./fiab.ts";
import { type FPOOptimizationParametersRoot, fpoRoot } from "./fpo.ts";
import { type NPOOptimizationParametersRoot, npoRoot } from "./npo.ts";
import { type PACalculationParametersRoot, paRoot } from "./pa.ts";
import { type PubCalculationParametersRoot, pubRoot } from "./pub.ts";
import { type QuantCalculationParametersRoot, quantRoot } from "./quant.ts";
import { anyCase } from "./respell.ts";
import { type SPARCalculationParametersRoot, sparRoot } from "./spar.ts";
import * as templates from "./templates.ts";
import { type VaultCalculationParametersRoot, vaultRoot } from "./vault.ts";

export * from "./families.ts";
export type * from "./models.ts";

/**
 * What a request of each family must look like: the envelope with `data` and `meta` as it is sent, for `fiab` the bare parameters.
 * Names and enum values are taken in any letter case and come out in the model's; unknown names are issues; defaults are not filled in.
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
};

/** The same for the requests that create and change templates and templated components of `pa`. */
export const templateSchemas = {
  linkedTemplate: anyCase<templates.LinkedPATemplateParametersRoot>(templates.linkedTemplate),
  linkedTemplateUpdate: anyCase<templates.LinkedPATemplateUpdateParametersRoot>(templates.linkedTemplateUpdate),
  unlinkedTemplate: anyCase<templates.UnlinkedPATemplateParametersRoot>(templates.unlinkedTemplate),
  unlinkedTemplateUpdate: anyCase<templates.UnlinkedPATemplateUpdateParametersRoot>(templates.unlinkedTemplateUpdate),
  templatedComponent: anyCase<templates.TemplatedPAComponentParametersRoot>(templates.templatedComponent),
  templatedComponentUpdate: anyCase<templates.TemplatedPAComponentUpdateParametersRoot>(
    templates.templatedComponentUpdate,
  ),
};
