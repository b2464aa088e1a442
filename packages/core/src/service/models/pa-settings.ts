import type * as z from "zod";
import { looseFlag, looseList, looseText, model, texts } from "./loose.ts";

// The parts that components and templates of `pa` share, as the service gives them back.

const identifier = model({ id: looseText, holdingsmode: looseText });
export interface PAIdentifierRead extends z.output<typeof identifier> {}
export const identifiers = looseList<PAIdentifierRead>(identifier);

const dateParameters = model({ startdate: looseText, enddate: looseText, frequency: looseText, calendar: looseText });
export interface PADateParametersRead extends z.output<typeof dateParameters> {}

const group = model({ id: looseText, frequency: looseText });
export interface PACalculationGroupRead extends z.output<typeof group> {}

const column = model({ id: looseText, statistics: texts });
export interface PACalculationColumnRead extends z.output<typeof column> {}

const pricingSource = model({ id: looseText });
export interface PACalculationPricingSourceRead extends z.output<typeof pricingSource> {}
const pricingSources = looseList<PACalculationPricingSourceRead>(pricingSource);
const dataSources = model({
  portfoliopricingsources: pricingSources,
  benchmarkpricingsources: pricingSources,
  useportfoliopricingsourcesforbenchmark: looseFlag,
});
export interface PACalculationDataSourcesRead extends z.output<typeof dataSources> {}

export const settingsDates = dateParameters.nullish();
/** The settings of a component. */
export const settingsShape = {
  accounts: identifiers,
  benchmarks: identifiers,
  groups: looseList<PACalculationGroupRead>(group),
  columns: looseList<PACalculationColumnRead>(column),
  dates: settingsDates,
  datasources: dataSources.nullish(),
  currencyisocode: looseText,
  componentdetail: looseText,
};
