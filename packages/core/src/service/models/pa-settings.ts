import type * as z from "zod";
import { flag, list, model, text, texts } from "./loose.ts";

// The parts that components and templates of `pa` share, as the service gives them back.

const identifier = model({ id: text, holdingsmode: text });
export interface PAIdentifierRead extends z.output<typeof identifier> {}
export const identifiers = list<PAIdentifierRead>(identifier);

const dateParameters = model({ startdate: text, enddate: text, frequency: text, calendar: text });
export interface PADateParametersRead extends z.output<typeof dateParameters> {}

const group = model({ id: text, frequency: text });
export interface PACalculationGroupRead extends z.output<typeof group> {}

const column = model({ id: text, statistics: texts });
export interface PACalculationColumnRead extends z.output<typeof column> {}

const pricingSource = model({ id: text });
export interface PACalculationPricingSourceRead extends z.output<typeof pricingSource> {}
const pricingSources = list<PACalculationPricingSourceRead>(pricingSource);
const dataSources = model({
  portfoliopricingsources: pricingSources,
  benchmarkpricingsources: pricingSources,
  useportfoliopricingsourcesforbenchmark: flag,
});
export interface PACalculationDataSourcesRead extends z.output<typeof dataSources> {}

export const dates = dateParameters.nullish();
/** The settings of a component. */
export const settingsShape = {
  accounts: identifiers,
  benchmarks: identifiers,
  groups: list<PACalculationGroupRead>(group),
  columns: list<PACalculationColumnRead>(column),
  dates,
  datasources: dataSources.nullish(),
  currencyisocode: text,
  componentdetail: text,
};
