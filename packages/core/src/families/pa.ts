import type * as z from "zod";
import { type CalculationMeta, calculationMeta, unitsEnvelope } from "./envelope.ts";
import { componentId, flag, list, object, optional, slot, text, use, withDefault } from "./schema.ts";

const identifier = object(
  "PAIdentifier",
  "An account or a benchmark.",
  {
    id: text("Path of an account, or id of a benchmark.", "Client:/Growth/GLOBAL_EQUITY.ACCT", "BMK:WORLD"),
    holdingsmode: optional(
      withDefault(
        text(
          "Where the holdings come from: `B&H` (buy and hold), `TBR` (transactions), `OMS` (order management), `EXT` (external) or `VLT` (vault).",
          "B&H",
        ),
        "B&H",
      ),
    ),
  },
  {
    label: "Account",
    description: "An account with buy-and-hold holdings",
    body: { id: slot(1, "Client:/Growth/GLOBAL_EQUITY.ACCT"), holdingsmode: "B&H" },
  },
);
export interface PAIdentifier extends z.output<typeof identifier> {}

const dates = object(
  "PADateParameters",
  "The period of the calculation.",
  {
    startdate: optional(
      text(
        "First day: `YYYYMMDD`, or relative such as `-1M` or `-3AY`. Components of a single day go without.",
        "20240101",
        "-1M",
      ),
    ),
    enddate: optional(
      text("Last day: `YYYYMMDD`, or relative such as `0` or `0M`. Older deployments require it.", "20240331", "0M"),
    ),
    frequency: optional(
      text(
        "Id of the frequency of the report, from the list of frequencies. Older deployments require it.",
        "Monthly",
        "Single",
      ),
    ),
    calendar: optional(
      text("Id of the calendar by which days are counted. Newer deployments only.", "FIVEDAY", "SEVENDAY"),
    ),
  },
  {
    label: "Dates",
    description: "A period and its frequency",
    body: { startdate: slot(1, "-1M"), enddate: slot(2, "0M"), frequency: slot(3, "Monthly") },
  },
);
export interface PADateParameters extends z.output<typeof dates> {}

const group = object("PACalculationGroup", "A grouping of the holdings.", {
  id: optional(
    text(
      "Id of the group, 64 hex digits, from the list of groups.",
      "C428C6B9805F2D3807540AC8B358C22B3ED35F75D6ABAAB477F956EE271DFD2A",
    ),
  ),
  frequency: optional(
    text("Id of the grouping frequency, from the list of grouping frequencies.", "BeginningOfPeriod"),
  ),
});
export interface PACalculationGroup extends z.output<typeof group> {}

const column = object("PACalculationColumn", "A column of the report.", {
  id: optional(
    text(
      "Id of the column, 64 hex digits, from the list of columns.",
      "23AC1F943441310BEFAC4BBE7D57420307C95297C315CB45E1649A4F34FFAD8E",
    ),
  ),
  statistics: optional(
    list(
      text("Id of a column statistic.", "5d2f9c0a71e84b36a8d0c4f7be139526"),
      "Ids of the column's statistics, from the list of column statistics.",
    ),
  ),
});
export interface PACalculationColumn extends z.output<typeof column> {}

const pricingSource = object("PACalculationPricingSource", "A source of prices.", {
  id: optional(
    text(
      "Id of the pricing source, 64 hex digits, from the list of pricing sources.",
      "F158B6F75117AF22635D7424CA5BA515C52233A45DA8792839A0323A75536B88",
    ),
  ),
});
export interface PACalculationPricingSource extends z.output<typeof pricingSource> {}

const dataSources = object("PACalculationDataSources", "Where prices come from.", {
  portfoliopricingsources: optional(
    list<PACalculationPricingSource>(
      pricingSource,
      "Pricing sources of the portfolio, the first that has a price wins.",
    ),
  ),
  benchmarkpricingsources: optional(
    list<PACalculationPricingSource>(
      pricingSource,
      "Pricing sources of the benchmark, the first that has a price wins.",
    ),
  ),
  useportfoliopricingsourcesforbenchmark: optional(flag("Whether the benchmark is priced by the portfolio's sources.")),
});
export interface PACalculationDataSources extends z.output<typeof dataSources> {}

/** The properties that a unit and the templates of the family share. */
export const paShape = {
  accounts: optional(
    list<PAIdentifier>(identifier, "The accounts to analyse, in place of those saved in the component."),
  ),
  benchmarks: optional(
    list<PAIdentifier>(identifier, "The benchmarks to compare with, in place of those saved in the component."),
  ),
  dates: optional(use<PADateParameters>(dates, "The period, in place of the one saved in the component.")),
  groups: optional(list<PACalculationGroup>(group, "The groupings, in place of those saved in the component.")),
  columns: optional(list<PACalculationColumn>(column, "The columns, in place of those saved in the component.")),
  datasources: optional(
    use<PACalculationDataSources>(dataSources, "Where prices come from, in place of what is saved in the component."),
  ),
  currencyisocode: optional(text("Currency of the report, an ISO 4217 code.", "USD", "EUR")),
  componentdetail: optional(
    withDefault(
      text("How much the result shows: `securities`, `groups`, `groupsall` or `totals`.", "groups"),
      "securities",
    ),
  ),
};

const unit = object(
  "PACalculationParameters",
  "One component of a document, computed for accounts against benchmarks.",
  {
    componentid: componentId("D53D3CEE248C7AE310F1C18BAD9465F7B24462654EE111BEC2E0066603598FDC"),
    ...paShape,
  },
);
export interface PACalculationParameters extends z.output<typeof unit> {}

export const paRoot = unitsEnvelope<PACalculationParameters, CalculationMeta>(unit, calculationMeta, {
  label: "Unit",
  description: "A component computed for an account against a benchmark",
  body: {
    componentid: slot(2, "D53D3CEE248C7AE310F1C18BAD9465F7B24462654EE111BEC2E0066603598FDC"),
    accounts: [{ id: slot(3, "Client:/Growth/GLOBAL_EQUITY.ACCT"), holdingsmode: "B&H" }],
    benchmarks: [{ id: slot(4, "BMK:WORLD"), holdingsmode: "B&H" }],
    dates: { startdate: slot(5, "-1M"), enddate: slot(6, "0M"), frequency: slot(7, "Monthly") },
    currencyisocode: slot(8, "USD"),
  },
});
export interface PACalculationParametersRoot extends z.output<typeof paRoot> {}

/** The parameters of a `pa` commentary: PACommentaryParameters. */
export interface PACommentaryParameters {
  /** The id of a commentary configuration. If it is missing, the service uses its default. */
  readonly configurationid?: string | null | undefined;
}

/** The request of a commentary on a unit: PACommentaryParametersRoot. */
export interface PACommentaryParametersRoot {
  readonly data: PACommentaryParameters;
  readonly meta?: object | null | undefined;
}
