import { type Pattern, pattern } from "../fields.ts";
import type { DocumentKind } from "../shapes/shape.ts";

/** Where dates stand in the payload of a kind of document. */
export interface DateFields {
  /** Where single dates stand in a payload. */
  readonly dates: readonly Pattern[];
  /** Where a first and a last day stand together: the object, its two properties. */
  readonly spans: readonly (readonly [object: Pattern, start: string, end: string])[];
  /** Whether `MM/DD/YYYY` is taken too. */
  readonly slashes: boolean;
}

const calculation: DateFields = { dates: [], spans: [[pattern("dates"), "startdate", "enddate"]], slashes: false };
const optimization: DateFields = {
  dates: ["optimization.riskModelDate", "optimization.backtestDate", "outputTypes.account.archiveDate"].map(pattern),
  spans: [],
  slashes: true,
};
const fixedIncome: DateFields = {
  dates: [
    "jobSettings.asOfDate",
    "jobSettings.settlement",
    "securities.*.settlement",
    "securities.*.referenceSecurity.settlement",
  ].map(pattern),
  spans: [[pattern("jobSettings.attribution"), "startDate", "endDate"]],
  slashes: true,
};
const component: DateFields = {
  dates: [],
  spans: [[pattern("componentData.dates"), "startdate", "enddate"]],
  slashes: false,
};
const none: DateFields = { dates: [], spans: [], slashes: false };

export const dateFields: Readonly<Record<DocumentKind, DateFields>> = {
  pa: calculation,
  spar: calculation,
  vault: calculation,
  pub: calculation,
  fiab: calculation,
  quant: { dates: [pattern("dates.dates.*")], spans: [[pattern("dates"), "startDate", "endDate"]], slashes: false },
  fi: fixedIncome,
  afi: optimization,
  axp: optimization,
  bpm: optimization,
  fpo: optimization,
  npo: optimization,
  linkedTemplate: none,
  linkedTemplateUpdate: none,
  unlinkedTemplate: calculation,
  unlinkedTemplateUpdate: calculation,
  templatedComponent: component,
  templatedComponentUpdate: component,
};
