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
import { type AsRead, asRead } from "./as-read.ts";

/** The parameters of a job, as `GET {id}` gives them back. */
export interface ParametersModels {
  PACalculationParametersRoot: AsRead<RequestModels["PACalculationParametersRoot"]>;
  SPARCalculationParametersRoot: AsRead<RequestModels["SPARCalculationParametersRoot"]>;
  VaultCalculationParametersRoot: AsRead<RequestModels["VaultCalculationParametersRoot"]>;
  PubCalculationParametersRoot: AsRead<RequestModels["PubCalculationParametersRoot"]>;
  QuantCalculationParametersRoot: AsRead<RequestModels["QuantCalculationParametersRoot"]>;
  FICalculationParametersRoot: AsRead<RequestModels["FICalculationParametersRoot"]>;
  AFIOptimizationParametersRoot: AsRead<RequestModels["AFIOptimizationParametersRoot"]>;
  AxiomaEquityOptimizationParametersRoot: AsRead<RequestModels["AxiomaEquityOptimizationParametersRoot"]>;
  BPMOptimizationParametersRoot: AsRead<RequestModels["BPMOptimizationParametersRoot"]>;
  FPOOptimizationParametersRoot: AsRead<RequestModels["FPOOptimizationParametersRoot"]>;
  NPOOptimizationParametersRoot: AsRead<RequestModels["NPOOptimizationParametersRoot"]>;
}

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
