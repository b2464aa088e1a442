import { type DocumentKind, familyRecord, optimizerIds } from "@analytics-engines/core/basics";

/** The ids for a new file. A missing one becomes an empty text for the author to fill in. */
export interface NewFileIds {
  readonly component?: string;
  readonly account?: string;
  readonly benchmark?: string;
  readonly document?: string;
  readonly strategy?: string;
  readonly configuration?: string;
}

type Make = (ids: Required<NewFileIds>) => object;

const data =
  (make: Make): Make =>
  (ids) => ({ data: make(ids) });
const unit = (make: Make): Make => data((ids) => ({ unit: make(ids) }));

const range = { startdate: "-1M", enddate: "0M" };
const period = { ...range, frequency: "Monthly" };

/** Components of `pa` and `spar` may use their saved settings; without dates in the request they use their own. */
const saved = unit(({ component }) => ({ componentid: component }));

const listed = { source: "IdentifierUniverse", universeType: "Equity", identifiers: [""] };
const quantRange = { source: "FdsDate", startDate: "-1M", endDate: "0M", frequency: "D", calendar: "FIVEDAY" };
const price = { source: "ScreeningExpression", expr: "P_PRICE", name: "price" };
const quant = (universe: object, dates: object, formula: object) =>
  unit(() => ({ universe, dates, formulas: [formula] }));

const trades = { trades: { identifierType: "Asset", includeCash: false } };
const optimal = { optimal: { identifierType: "Asset", excludeZero: true } };
const optimize = (outputTypes: object) =>
  data(({ strategy, account }) => ({ strategy: { id: strategy }, account: { id: account }, outputTypes }));
const optimizeDocument = (outputTypes: object) =>
  data(({ strategy, account, document }) => ({
    strategy: { id: strategy },
    account: { id: account, paDocument: { id: document } },
    outputTypes,
  }));

const content = { mandatory: ["accounts"] };
const updateTemplate = { request: data(() => ({ description: "", content })) };

/** The requests of each kind, the usual one first. A test checks each with the validator of core. */
const requests = {
  ...familyRecord(optimizerIds, () => ({ trades: optimize(trades), "optimal holdings": optimize(optimal) })),
  pa: {
    "component for an account": unit(({ component, account, benchmark }) => ({
      componentid: component,
      accounts: [{ id: account, holdingsmode: "B&H" }],
      benchmarks: [{ id: benchmark, holdingsmode: "B&H" }],
      dates: period,
    })),
    "component as saved": saved,
  },
  spar: {
    "component for an account": unit(({ component, account, benchmark }) => ({
      componentid: component,
      accounts: [{ id: account, returntype: "GTR" }],
      benchmark: { id: benchmark, returntype: "GTR" },
      dates: period,
    })),
    "component as saved": saved,
  },
  vault: {
    "component for an account": unit(({ component, account, configuration }) => ({
      componentid: component,
      account: { id: account },
      dates: period,
      configid: configuration,
    })),
  },
  pub: {
    "document for an account": unit(({ document, account }) => ({
      document,
      account: { id: account, holdingsmode: "B&H" },
      dates: range,
    })),
  },
  quant: {
    "listed securities over a range of dates": quant(listed, quantRange, price),
    "listed securities on listed dates": quant(
      listed,
      { source: "DateList", dates: ["0M"], frequency: "D", calendar: "FIVEDAY" },
      price,
    ),
    "securities found by a screening expression": quant(
      { source: "ScreeningExpressionUniverse", universeExpr: "", universeType: "Equity", securityExpr: "" },
      quantRange,
      price,
    ),
    "securities of a universal screen": quant({ source: "UniversalScreenUniverse", screen: "" }, quantRange, {
      source: "AllUniversalScreenParameters",
    }),
  },
  fi: {
    "securities from their price": data(() => ({
      securities: [{ symbol: "", calcFromMethod: "Price", calcFromValue: 100, face: 10_000, discountCurve: "" }],
      calculations: ["Price", "Effective Duration"],
      jobSettings: { asOfDate: "0M" },
    })),
  },
  fiab: {
    "batch for an account": ({ document, account }) => ({
      fiabdocument: document,
      account: { id: account },
      dates: range,
    }),
  },
  fpo: { trades: optimizeDocument(trades), "optimal holdings": optimizeDocument(optimal) },
  linkedTemplate: {
    request: data(({ component }) => ({ directory: "Personal:Templates/", parentComponentId: component, content })),
  },
  linkedTemplateUpdate: updateTemplate,
  unlinkedTemplate: {
    request: data(() => ({ directory: "Personal:Templates/", templateTypeId: "", content })),
  },
  unlinkedTemplateUpdate: updateTemplate,
  templatedComponent: {
    request: data(({ account }) => ({
      directory: "Personal:Components/",
      parentTemplateId: "",
      componentData: { accounts: [{ id: account }] },
    })),
  },
  templatedComponentUpdate: {
    request: data(() => ({ description: "", componentData: { accounts: [{ id: "" }] } })),
  },
} satisfies Readonly<Record<DocumentKind, Readonly<Record<string, Make>>>>;

/** A variant of the request in a new file. */
export type Variant = { [Kind in DocumentKind]: keyof (typeof requests)[Kind] }[DocumentKind];
const variants: Readonly<Record<DocumentKind, Partial<Readonly<Record<Variant, Make>>>>> = requests;

/** The variants of a kind, the usual one first. */
export function variantsOf(kind: DocumentKind): readonly Variant[] {
  return Object.keys(variants[kind]).filter((name): name is Variant => name in variants[kind]);
}

/**
 * The text of a new parameter file without errors. A missing id is an empty text.
 * @param variant by default the usual one of the kind
 */
export function newParameterText(kind: DocumentKind, ids: NewFileIds = {}, variant?: Variant): string {
  const variantName = variant ?? variantsOf(kind)[0];
  const make = variantName && variants[kind][variantName];
  if (!make) throw new RangeError(`There is no ${variantName} of ${kind}`);
  const none = { component: "", account: "", benchmark: "", document: "", strategy: "", configuration: "" };
  return `${JSON.stringify(make({ ...none, ...ids }), null, 2)}\n`;
}
