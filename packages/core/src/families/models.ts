import type { AFIOptimizationParametersRoot } from "./afi.ts";
import type { AxiomaEquityOptimizationParametersRoot } from "./axp.ts";
import type { BPMOptimizationParametersRoot } from "./bpm.ts";
import type { PACommentaryParametersRoot } from "./commentary.ts";
import type { FICalculationParametersRoot } from "./fi.ts";
import type { FIABCalculationParameters } from "./fiab.ts";
import type { FPOOptimizationParametersRoot } from "./fpo.ts";
import type { NPOOptimizationParametersRoot } from "./npo.ts";
import type { PACalculationParametersRoot } from "./pa.ts";
import type { PubCalculationParametersRoot } from "./pub.ts";
import type { QuantCalculationParametersRoot } from "./quant.ts";
import type { SPARCalculationParametersRoot } from "./spar.ts";
import type {
  LinkedPATemplateParametersRoot,
  LinkedPATemplateUpdateParametersRoot,
  TemplatedPAComponentParametersRoot,
  TemplatedPAComponentUpdateParametersRoot,
  UnlinkedPATemplateParametersRoot,
  UnlinkedPATemplateUpdateParametersRoot,
} from "./templates.ts";
import type { VaultCalculationParametersRoot } from "./vault.ts";

/** Every request body of the service, by the wire name of its model. */
export interface RequestModels {
  PACalculationParametersRoot: PACalculationParametersRoot;
  SPARCalculationParametersRoot: SPARCalculationParametersRoot;
  VaultCalculationParametersRoot: VaultCalculationParametersRoot;
  PubCalculationParametersRoot: PubCalculationParametersRoot;
  QuantCalculationParametersRoot: QuantCalculationParametersRoot;
  FICalculationParametersRoot: FICalculationParametersRoot;
  FIABCalculationParameters: FIABCalculationParameters;
  AFIOptimizationParametersRoot: AFIOptimizationParametersRoot;
  AxiomaEquityOptimizationParametersRoot: AxiomaEquityOptimizationParametersRoot;
  BPMOptimizationParametersRoot: BPMOptimizationParametersRoot;
  FPOOptimizationParametersRoot: FPOOptimizationParametersRoot;
  NPOOptimizationParametersRoot: NPOOptimizationParametersRoot;
  LinkedPATemplateParametersRoot: LinkedPATemplateParametersRoot;
  LinkedPATemplateUpdateParametersRoot: LinkedPATemplateUpdateParametersRoot;
  UnlinkedPATemplateParametersRoot: UnlinkedPATemplateParametersRoot;
  UnlinkedPATemplateUpdateParametersRoot: UnlinkedPATemplateUpdateParametersRoot;
  TemplatedPAComponentParametersRoot: TemplatedPAComponentParametersRoot;
  TemplatedPAComponentUpdateParametersRoot: TemplatedPAComponentUpdateParametersRoot;
  PACommentaryParametersRoot: PACommentaryParametersRoot;
}

export type * from "./afi.ts";
export type * from "./axp.ts";
export type * from "./bpm.ts";
export type * from "./calculation-meta.ts";
export type * from "./commentary.ts";
export type * from "./fi.ts";
export type * from "./fi-security.ts";
export type * from "./fi-shared.ts";
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
