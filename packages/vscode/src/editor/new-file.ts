import type {
  FIABCalculationParameters,
  FICalculationParametersRoot,
  FPOOptimizationParametersRoot,
  LinkedPATemplateParametersRoot,
  NPOOptimizationParametersRoot,
  OneOfQuantDates,
  OneOfQuantFormulas,
  OneOfQuantUniverse,
  PACalculationParametersRoot,
  PubCalculationParametersRoot,
  QuantCalculationParametersRoot,
  SPARCalculationParametersRoot,
  TemplatedPAComponentParametersRoot,
  UnlinkedPATemplateParametersRoot,
  VaultCalculationParametersRoot,
} from "@analytics-engines/core";
import type { DocumentKind } from "@analytics-engines/core/families/facts";
import { familyRecord, optimizerIds } from "@analytics-engines/core/families/facts";

/** The ids for a new file. A missing one becomes an empty text for the author to fill in. */
export interface Given {
  readonly component?: string;
  readonly account?: string;
  readonly benchmark?: string;
  readonly document?: string;
  readonly strategy?: string;
  readonly configuration?: string;
}

/** A variant of the request in a new file. */
export type Variant =
  | "component as saved"
  | "component for an account"
  | "document for an account"
  | "listed securities over a range of dates"
  | "listed securities on listed dates"
  | "securities found by a screening expression"
  | "securities of a universal screen"
  | "securities from their price"
  | "batch for an account"
  | "trades"
  | "optimal holdings"
  | "request";

type Make = (given: Given) => object;

const range = { startdate: "-1M", enddate: "0M" };
const period = { ...range, frequency: "Monthly" };

/** Components of `pa` and `spar` may use their saved settings; without dates in the request they use their own. */
const pa = {
  "component for an account": ({ component = "", account = "", benchmark = "" }): PACalculationParametersRoot => ({
    data: {
      unit: {
        componentid: component,
        accounts: [{ id: account, holdingsmode: "B&H" }],
        benchmarks: [{ id: benchmark, holdingsmode: "B&H" }],
        dates: period,
      },
    },
  }),
  "component as saved": ({ component = "" }): PACalculationParametersRoot => ({
    data: { unit: { componentid: component } },
  }),
} satisfies Partial<Record<Variant, Make>>;

const spar = {
  "component for an account": ({ component = "", account = "", benchmark = "" }): SPARCalculationParametersRoot => ({
    data: {
      unit: {
        componentid: component,
        accounts: [{ id: account, returntype: "GTR" }],
        benchmark: { id: benchmark, returntype: "GTR" },
        dates: period,
      },
    },
  }),
  "component as saved": ({ component = "" }): SPARCalculationParametersRoot => ({
    data: { unit: { componentid: component } },
  }),
} satisfies Partial<Record<Variant, Make>>;

const vault = {
  "component for an account": ({
    component = "",
    account = "",
    configuration = "",
  }): VaultCalculationParametersRoot => ({
    data: { unit: { componentid: component, account: { id: account }, dates: period, configid: configuration } },
  }),
} satisfies Partial<Record<Variant, Make>>;

const pub = {
  "document for an account": ({ document = "", account = "" }): PubCalculationParametersRoot => ({
    data: { unit: { document, account: { id: account, holdingsmode: "B&H" }, dates: range } },
  }),
} satisfies Partial<Record<Variant, Make>>;

const listed: OneOfQuantUniverse = { source: "IdentifierUniverse", universeType: "Equity", identifiers: [""] };
const quantRange: OneOfQuantDates = {
  source: "FdsDate",
  startDate: "-1M",
  endDate: "0M",
  frequency: "D",
  calendar: "FIVEDAY",
};
const price: OneOfQuantFormulas = { source: "ScreeningExpression", expr: "P_PRICE", name: "price" };

function quant(universe: OneOfQuantUniverse, dates: OneOfQuantDates, formula: OneOfQuantFormulas) {
  return (): QuantCalculationParametersRoot => ({ data: { unit: { universe, dates, formulas: [formula] } } });
}

const quantVariants = {
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
} satisfies Partial<Record<Variant, Make>>;

const fi = {
  "securities from their price": (): FICalculationParametersRoot => ({
    data: {
      securities: [{ symbol: "", calcFromMethod: "Price", calcFromValue: 100, face: 10_000, discountCurve: "" }],
      calculations: ["Price", "Effective Duration"],
      jobSettings: { asOfDate: "0M" },
    },
  }),
} satisfies Partial<Record<Variant, Make>>;

const fiab = {
  "batch for an account": ({ document = "", account = "" }): FIABCalculationParameters => ({
    fiabdocument: document,
    account: { id: account },
    dates: range,
  }),
} satisfies Partial<Record<Variant, Make>>;

/** The part of the request that all optimizers share. */
type Optimization = NonNullable<NPOOptimizationParametersRoot["data"]>;

function optimize(outputTypes: Optimization["outputTypes"]) {
  return ({ strategy = "", account = "" }: Given): NPOOptimizationParametersRoot => ({
    data: { strategy: { id: strategy }, account: { id: account }, outputTypes },
  });
}

const trades: Optimization["outputTypes"] = { trades: { identifierType: "Asset", includeCash: false } };
const optimal: Optimization["outputTypes"] = { optimal: { identifierType: "Asset", excludeZero: true } };
const optimizer = { trades: optimize(trades), "optimal holdings": optimize(optimal) };

function optimizeDocument(outputTypes: Optimization["outputTypes"]) {
  return ({ strategy = "", account = "", document = "" }: Given): FPOOptimizationParametersRoot => ({
    data: { strategy: { id: strategy }, account: { id: account, paDocument: { id: document } }, outputTypes },
  });
}

const variants: Readonly<Record<DocumentKind, Partial<Readonly<Record<Variant, Make>>>>> = {
  ...familyRecord(optimizerIds, () => optimizer),
  pa,
  spar,
  vault,
  pub,
  quant: quantVariants,
  fi,
  fiab,
  fpo: { trades: optimizeDocument(trades), "optimal holdings": optimizeDocument(optimal) },
  linkedTemplate: {
    request: ({ component = "" }): LinkedPATemplateParametersRoot => ({
      data: { directory: "Personal:Templates/", parentComponentId: component, content: { mandatory: ["accounts"] } },
    }),
  },
  linkedTemplateUpdate: { request: () => ({ data: { description: "", content: { mandatory: ["accounts"] } } }) },
  unlinkedTemplate: {
    request: (): UnlinkedPATemplateParametersRoot => ({
      data: { directory: "Personal:Templates/", templateTypeId: "", content: { mandatory: ["accounts"] } },
    }),
  },
  unlinkedTemplateUpdate: { request: () => ({ data: { description: "", content: { mandatory: ["accounts"] } } }) },
  templatedComponent: {
    request: ({ account = "" }): TemplatedPAComponentParametersRoot => ({
      data: { directory: "Personal:Components/", parentTemplateId: "", componentData: { accounts: [{ id: account }] } },
    }),
  },
  templatedComponentUpdate: {
    request: () => ({ data: { description: "", componentData: { accounts: [{ id: "" }] } } }),
  },
};

/** The variants of a kind, the usual one first. */
export function variantsOf(kind: DocumentKind): readonly Variant[] {
  return Object.keys(variants[kind]).filter((name): name is Variant => name in variants[kind]);
}

/**
 * The text of a new parameter file without errors. A missing id is an empty text.
 * @param variant by default the usual one of the kind
 */
export function newParameterText(kind: DocumentKind, given: Given = {}, variant?: Variant): string {
  const chosen = variant ?? variantsOf(kind)[0];
  const make = chosen && variants[kind][chosen];
  if (!make) throw new RangeError(`There is no ${chosen} of ${kind}`);
  return `${JSON.stringify(make(given), null, 2)}\n`;
}
