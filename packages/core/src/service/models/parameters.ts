import { afiRoot } from "../../families/afi.ts";
import { axpRoot } from "../../families/axp.ts";
import { bpmRoot } from "../../families/bpm.ts";
import { fiRoot } from "../../families/fi.ts";
import { fpoRoot } from "../../families/fpo.ts";
import type { RequestModels } from "../../families/models.ts";
import { npoRoot } from "../../families/npo.ts";
import { paRoot } from "../../families/pa.ts";
import { pubRoot } from "../../families/pub.ts";
import { quantRoot } from "../../families/quant.ts";
import { sparRoot } from "../../families/spar.ts";
import { vaultRoot } from "../../families/vault.ts";
import { asRead } from "./as-read.ts";
import type { ModelTypes } from "./loose.ts";

/** The parameters of a job, as `GET {id}` returns them. */
export const parametersModels = {
  PACalculationParametersRoot: asRead<RequestModels["PACalculationParametersRoot"]>(paRoot),
  SPARCalculationParametersRoot: asRead<RequestModels["SPARCalculationParametersRoot"]>(sparRoot),
  VaultCalculationParametersRoot: asRead<RequestModels["VaultCalculationParametersRoot"]>(vaultRoot),
  PubCalculationParametersRoot: asRead<RequestModels["PubCalculationParametersRoot"]>(pubRoot),
  QuantCalculationParametersRoot: asRead<RequestModels["QuantCalculationParametersRoot"]>(quantRoot),
  FICalculationParametersRoot: asRead<RequestModels["FICalculationParametersRoot"]>(fiRoot),
  AFIOptimizationParametersRoot: asRead<RequestModels["AFIOptimizationParametersRoot"]>(afiRoot),
  AxiomaEquityOptimizationParametersRoot: asRead<RequestModels["AxiomaEquityOptimizationParametersRoot"]>(axpRoot),
  BPMOptimizationParametersRoot: asRead<RequestModels["BPMOptimizationParametersRoot"]>(bpmRoot),
  FPOOptimizationParametersRoot: asRead<RequestModels["FPOOptimizationParametersRoot"]>(fpoRoot),
  NPOOptimizationParametersRoot: asRead<RequestModels["NPOOptimizationParametersRoot"]>(npoRoot),
};
export type ParametersModels = ModelTypes<typeof parametersModels>;
