/** What a job of a family is, how the service answers it, and what the service lists for it. */
export interface Family {
  /** The name that people use: what it computes or optimizes. */
  readonly title: string;
  readonly kind: "calculation" | "optimization";
  /** The version in the paths of its operations. */
  readonly version: "v3" | "v1";
  /**
   * `units`: the request holds a map of units, and each unit has a result. `single`: the request holds one object, and the job has one result.
   * `bare`: the request has no envelope, and the status of the finished job is its result (`fiab`).
   */
  readonly answers: "units" | "single" | "bare";
  /** Whether the client may choose the job's id (PUT). Without it, a lost answer to a create is ambiguous. */
  readonly hasPut: boolean;
  /** Whether the service lists documents for it, directory by directory. */
  readonly hasDocuments: boolean;
  /** Whether these documents hold components. The service then also lists frequencies. */
  readonly hasComponents: boolean;
  /** The model of its request, as the service names it. */
  readonly model: string;
  /** Its example in `docs/examples`: the `NAME` of `NAME.FAMILY.json`. */
  readonly example: string;
}

const units = {
  kind: "calculation",
  version: "v3",
  answers: "units",
  hasPut: true,
  hasDocuments: false,
  hasComponents: false,
} as const;
const single = { ...units, answers: "single" } as const;
const withComponents = { ...units, hasDocuments: true, hasComponents: true } as const;
const optimization = { ...single, kind: "optimization" } as const;

/**
 * The twelve families, one row each. The client, the validator, the simulator and the shells derive their lists from these rows.
 * This file loads no schemas, so that a client starts fast: `families/index.ts` has them.
 */
export const families = {
  pa: { ...withComponents, title: "Portfolio Analysis", model: "PACalculationParametersRoot", example: "weights" },
  spar: {
    ...withComponents,
    title: "Style, Performance and Risk",
    model: "SPARCalculationParametersRoot",
    example: "style",
  },
  vault: { ...withComponents, title: "Vault", model: "VaultCalculationParametersRoot", example: "official-returns" },
  pub: {
    ...units,
    hasDocuments: true,
    title: "Publisher",
    model: "PubCalculationParametersRoot",
    example: "monthly-book",
  },
  quant: { ...units, title: "Quant", model: "QuantCalculationParametersRoot", example: "prices" },
  fi: { ...single, title: "Fixed Income", model: "FICalculationParametersRoot", example: "bonds" },
  fiab: {
    ...units,
    version: "v1",
    answers: "bare",
    hasPut: false,
    title: "Fixed Income Batch",
    model: "FIABCalculationParameters",
    example: "batch",
  },
  afi: {
    ...optimization,
    title: "Fixed Income Optimizer",
    model: "AFIOptimizationParametersRoot",
    example: "duration-match",
  },
  axp: {
    ...optimization,
    title: "Equity Optimizer",
    model: "AxiomaEquityOptimizationParametersRoot",
    example: "low-turnover",
  },
  bpm: {
    ...optimization,
    title: "Portfolio Optimizer by Alpha",
    model: "BPMOptimizationParametersRoot",
    example: "index-tracker",
  },
  fpo: {
    ...optimization,
    title: "Multi-Asset Optimizer",
    model: "FPOOptimizationParametersRoot",
    example: "balanced-target",
  },
  npo: {
    ...optimization,
    title: "Portfolio Optimizer by Objective",
    model: "NPOOptimizationParametersRoot",
    example: "equal-risk",
  },
} as const satisfies Readonly<Record<string, Family>>;

export type FamilyId = keyof typeof families;

/** The ids of the families whose rows have these facts. */
export type FamilyWith<Facts extends Partial<Family>> = {
  [Id in FamilyId]: (typeof families)[Id] extends Facts ? Id : never;
}[FamilyId];
export type OptimizerId = FamilyWith<{ kind: "optimization" }>;
/** The families for which the service lists documents. */
export type DocumentFamilyId = FamilyWith<{ hasDocuments: true }>;
/** The families whose documents hold components. */
export type ComponentFamilyId = FamilyWith<{ hasComponents: true }>;

/** The ids in the order in which people list them. */
export const familyIds = Object.keys(families) as readonly FamilyId[];
export const optimizerIds = familyIds.filter((id) => isOptimizerId(id));
export const documentFamilyIds = familyIds.filter((id) => isDocumentFamilyId(id));
export const componentFamilyIds = familyIds.filter((id) => isComponentFamilyId(id));

/**
 * Whether a text is the id of a family.
 *
 * @example
 * ```ts
 * import { isFamilyId } from "@analytics-engines/core/basics";
 *
 * isFamilyId("pa"); // true
 * isFamilyId("PA"); // false: ids are in lower case
 * ```
 */
export function isFamilyId(text: string): text is FamilyId {
  return Object.hasOwn(families, text);
}

/** Whether a text is the id of an optimizer. */
export function isOptimizerId(text: string): text is OptimizerId {
  return isFamilyId(text) && families[text].kind === "optimization";
}

/** Whether a text is the id of a family for which the service lists documents. */
export function isDocumentFamilyId(text: string): text is DocumentFamilyId {
  return isFamilyId(text) && families[text].hasDocuments;
}

/** Whether a text is the id of a family whose documents hold components. */
export function isComponentFamilyId(text: string): text is ComponentFamilyId {
  return isFamilyId(text) && families[text].hasComponents;
}

/** A value for each of some families. */
export function familyRecord<Id extends FamilyId, Value>(
  ids: readonly Id[],
  make: (id: Id) => Value,
): Readonly<Record<Id, Value>> {
  return Object.fromEntries(ids.map((id) => [id, make(id)])) as Record<Id, Value>;
}

/** The title of a family with its id. */
export function titleWithId(id: FamilyId): string {
  return `${families[id].title} (${id})`;
}

/**
 * The requests that create or change a template of `pa`. Each has the `NAME` of its files `*.NAME.json`, a title, and the service's name
 * for its model.
 */
export const templateRequests = {
  linkedTemplate: {
    name: "linked-template",
    title: "Linked template",
    model: "LinkedPATemplateParametersRoot",
  },
  linkedTemplateUpdate: {
    name: "linked-template-update",
    title: "Change of a linked template",
    model: "LinkedPATemplateUpdateParametersRoot",
  },
  unlinkedTemplate: {
    name: "unlinked-template",
    title: "Unlinked template",
    model: "UnlinkedPATemplateParametersRoot",
  },
  unlinkedTemplateUpdate: {
    name: "unlinked-template-update",
    title: "Change of an unlinked template",
    model: "UnlinkedPATemplateUpdateParametersRoot",
  },
  templatedComponent: {
    name: "templated-component",
    title: "Templated component",
    model: "TemplatedPAComponentParametersRoot",
  },
  templatedComponentUpdate: {
    name: "templated-component-update",
    title: "Change of a templated component",
    model: "TemplatedPAComponentUpdateParametersRoot",
  },
} as const;

export type TemplateKind = keyof typeof templateRequests;
export const templateKinds = Object.keys(templateRequests) as readonly TemplateKind[];
/** What a parameter file can be: the request of a family, or of a template. */
export type DocumentKind = FamilyId | TemplateKind;
