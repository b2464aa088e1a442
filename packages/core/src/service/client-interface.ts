import type { families, OptimizerId } from "../families/families.ts";
import type { Answer } from "./answer.ts";
import type {
  AcceptOptions,
  BareCalculations,
  CallOptions,
  Commentaries,
  Components,
  Dates,
  Directory,
  Listing,
  ModelAnswer,
  ModelLookup,
  NamedQuery,
  QuantCalculations,
  RequiredSearch,
  Search,
  SingleJobs,
  Templates,
  UnitCalculations,
} from "./client-types.ts";
import type { Pacer } from "./throttle/pacer.ts";

type Text = string | undefined;

export interface LinkedTemplates
  extends Templates<
      "LinkedPATemplateParametersRoot",
      "LinkedPATemplateUpdateParametersRoot",
      "LinkedPATemplatePostSummaryRoot",
      "LinkedPATemplateRoot"
    >,
    Search<
      { readonly directory?: Text; readonly documentDirectory?: Text; readonly documentName?: Text },
      "LinkedPATemplateSummaryRoot"
    > {}

export interface UnlinkedTemplates
  extends Templates<
      "UnlinkedPATemplateParametersRoot",
      "UnlinkedPATemplateUpdateParametersRoot",
      "UnlinkedPATemplatePostSummaryRoot",
      "UnlinkedPATemplateRoot"
    >,
    Search<{ readonly directory?: Text; readonly category?: Text }, "UnlinkedPATemplateSummaryRoot"> {
  readonly types: Listing<"UnlinkedPATemplateCategoryAndTypeRoot"> &
    ModelLookup<"UnlinkedPATemplateCategoryAndTypeDetailsRoot">;
}

export interface TemplatedComponents
  extends Templates<
      "TemplatedPAComponentParametersRoot",
      "TemplatedPAComponentUpdateParametersRoot",
      "TemplatedPAComponentPostSummaryRoot",
      "TemplatedPAComponentRoot"
    >,
    RequiredSearch<{ readonly directory: string }, "TemplatedPAComponentSummaryRoot"> {}

export interface PaClient {
  readonly calculations: UnitCalculations<"PACalculationParametersRoot">;
  readonly calendars: Listing<"PACalendarRoot">;
  readonly commentaries: Commentaries;
  readonly commentaryConfigurations: RequiredSearch<{ readonly path: string }, "PACommentaryConfigurationSummaryRoot">;
  readonly columns: Search<NamedQuery, "ColumnSummaryRoot"> & ModelLookup<"ColumnRoot">;
  readonly columnStatistics: Listing<"ColumnStatisticRoot">;
  readonly components: Components<"PAComponentRoot">;
  readonly dates: Dates;
  readonly documents: Directory<"DocumentDirectoriesRoot">;
  readonly frequencies: Listing<"FrequencyRoot">;
  readonly groupingFrequencies: Listing<"FrequencyRoot">;
  readonly groups: Listing<"GroupRoot">;
  readonly linkedTemplates: LinkedTemplates;
  readonly pricingSources: Search<NamedQuery, "PAPricingSourceRoot">;
  readonly templatedComponents: TemplatedComponents;
  readonly unlinkedTemplates: UnlinkedTemplates;
}

export interface SparClient {
  readonly accounts: { returnsType(path: string, options?: CallOptions): ModelAnswer<"SPARAccountsRoot"> };
  readonly benchmarks: {
    get(query: { readonly id: string }, options?: CallOptions): ModelAnswer<"SPARBenchmarkRoot">;
  };
  readonly calculations: UnitCalculations<"SPARCalculationParametersRoot">;
  readonly components: Components<"SPARComponentRoot">;
  readonly documents: Directory<"DocumentDirectoriesRoot">;
  readonly frequencies: Listing<"FrequencyRoot">;
  /** Universes to rank in, for `universeid`. `directory` is required for the categories `OFDBs` and `Screens`. */
  readonly peerUniverses: RequiredSearch<
    { readonly category: string; readonly name?: Text; readonly directory?: Text },
    "SPARPeerUniverseRoot"
  >;
}

export interface VaultClient {
  readonly calculations: UnitCalculations<"VaultCalculationParametersRoot">;
  readonly components: Components<"VaultComponentRoot">;
  readonly configurations: RequiredSearch<{ readonly account: string }, "VaultConfigurationSummaryRoot"> &
    ModelLookup<"VaultConfigurationRoot">;
  readonly dates: Dates;
  readonly documents: Directory<"DocumentDirectoriesRoot">;
  readonly frequencies: Listing<"FrequencyRoot">;
}

export interface PubClient {
  readonly calculations: UnitCalculations<"PubCalculationParametersRoot">;
  readonly documents: Directory<"DocumentDirectoriesRoot">;
}

export interface FiClient {
  readonly calculations: SingleJobs<"FICalculationParametersRoot">;
  readonly discountCurves: Search<{ readonly currency?: Text }, "FIDiscountCurveInfoRoot">;
}

/** One of the optimizers. */
export interface OptimizerClient<Optimizations> {
  readonly optimizations: Optimizations;
  readonly strategies: Directory<"DocumentDirectoriesRoot">;
}

/** The optimizers by their ids. `fpo` alone takes a media type for its result. */
export type OptimizerClients = {
  readonly [Id in OptimizerId]: OptimizerClient<
    SingleJobs<(typeof families)[Id]["model"], Id extends "fpo" ? AcceptOptions : CallOptions>
  >;
};

/**
 * The operations of the service, grouped by family. Every call resolves to `{ status, data, meta }`, and throws a
 * `ServiceError` of the class that fits, or the reason of its signal.
 */
export interface Client extends OptimizerClients {
  /** The address of the service, without a slash at its end. */
  readonly baseUrl: string;
  /** Takes the credentials of the connection out of a text. */
  redact(text: string): string;
  /** Spreads the requests of this connection, and estimates the cost of one more. */
  readonly pacer: Pacer;
  /** The time limit of one attempt, seconds: a request without an answer may still be delivered for as long. */
  readonly attemptTimeoutSeconds: number;
  /**
   * One small read with credentials, sent once, which shows whether the service can be used. Throws `MalformedAnswerError` where
   * the answer is not the list of this service.
   */
  probe(options?: CallOptions): Promise<Answer<200, unknown>>;
  readonly pa: PaClient;
  readonly spar: SparClient;
  readonly vault: VaultClient;
  readonly pub: PubClient;
  readonly quant: { readonly calculations: QuantCalculations };
  readonly fi: FiClient;
  readonly fiab: { readonly calculations: BareCalculations };
  readonly lookups: {
    readonly accounts: Directory<"AccountDirectoriesRoot">;
    readonly currencies: Listing<"CurrencyRoot">;
  };
}
