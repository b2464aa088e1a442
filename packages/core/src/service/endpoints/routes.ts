import { families, familyRecord, type OptimizerId, optimizerIds } from "../../families/families.ts";
import {
  bareCalculations,
  commentaries,
  type JobRequestName,
  plainErrors,
  quantCalculations,
  read,
  readErrors,
  readWith,
  singleJobs,
  templates,
  unitCalculations,
} from "./factories.ts";
import type { Route } from "./route.ts";

const ENGINES_PATH = "/analytics/engines";
const LOOKUPS_PATH = "/analytics/lookups/v3";
const optional = { required: false } as const;
const required = { required: true } as const;

const documents = (engine: string) => ({ list: read(`${engine}/documents/{path}`, "DocumentDirectoriesRoot") });
const frequencies = (engine: string) => ({ list: read(`${engine}/frequencies`, "FrequencyRoot", plainErrors) });
const dateQuery = { startdate: optional, enddate: required, componentid: required, account: required };
const components = <Name extends "PAComponentRoot" | "SPARComponentRoot" | "VaultComponentRoot">(
  engine: string,
  model: Name,
) => ({
  list: readWith(`${engine}/components`, { document: required }, "ComponentSummaryRoot"),
  get: read(`${engine}/components/{id}`, model),
});

const optimizer = <Body extends JobRequestName>(engine: string, body: Body) => ({
  optimizations: singleJobs<Body>(`${engine}/optimizations`, body),
  strategies: { list: read(`${engine}/strategies/{path}`, "DocumentDirectoriesRoot") },
});

export type OptimizerRoutes<Body extends JobRequestName> = ReturnType<typeof optimizer<Body>>;
/** The model of the request of an optimizer, as the service names it. */
export type OptimizerModel<Id extends OptimizerId> = (typeof families)[Id]["model"];

/** The operations of each optimizer: each has the model of its own row. */
const optimizers = familyRecord(optimizerIds, (id) =>
  optimizer<OptimizerModel<OptimizerId>>(`${ENGINES_PATH}/${id}/${families[id].version}`, families[id].model),
) as { readonly [Id in OptimizerId]: OptimizerRoutes<OptimizerModel<Id>> };

const withoutNotFound = readErrors.filter((status) => status !== 404);
const PA_PATH = `${ENGINES_PATH}/pa/v3`;

const unlinkedTemplates = () => {
  const path = `${PA_PATH}/unlinked-templates`;
  const { create, list, ...itemRoutes } = templates(
    path,
    { directory: optional, category: optional },
    {
      create: "UnlinkedPATemplateParametersRoot",
      update: "UnlinkedPATemplateUpdateParametersRoot",
      written: "UnlinkedPATemplatePostSummaryRoot",
      list: "UnlinkedPATemplateSummaryRoot",
      item: "UnlinkedPATemplateRoot",
    },
    { createErrors: withoutNotFound, listErrors: withoutNotFound },
  );
  const types = {
    list: read(`${path}/template-types`, "UnlinkedPATemplateCategoryAndTypeRoot", plainErrors),
    get: read(`${path}/template-types/{id}`, "UnlinkedPATemplateCategoryAndTypeDetailsRoot"),
  };
  return { create, list, types, ...itemRoutes };
};

/** Every operation of the service, grouped as in the client. */
export const routes = {
  ...optimizers,
  fpo: fullPortfolioOptimizer(),
  fi: {
    calculations: singleJobs(`${ENGINES_PATH}/fi/v3/calculations`, "FICalculationParametersRoot"),
    discountCurves: {
      list: readWith(
        `${ENGINES_PATH}/fi/v3/discount-curves`,
        { currency: optional },
        "FIDiscountCurveInfoRoot",
        readErrors.filter((status) => status !== 400),
      ),
    },
  },
  fiab: { calculations: bareCalculations(`${ENGINES_PATH}/fiab/v1/calculations`) },
  pa: {
    calculations: unitCalculations(`${PA_PATH}/calculations`, "PACalculationParametersRoot"),
    calendars: { list: read(`${PA_PATH}/calendars`, "PACalendarRoot", plainErrors) },
    columns: {
      list: readWith(
        `${PA_PATH}/columns`,
        { name: optional, category: optional, directory: optional },
        "ColumnSummaryRoot",
        plainErrors,
      ),
      get: read(`${PA_PATH}/columns/{id}`, "ColumnRoot"),
    },
    commentaries: commentaries(`${PA_PATH}/calculations`),
    commentaryConfigurations: {
      list: readWith(
        `${PA_PATH}/commentary/configurations`,
        { path: required },
        "PACommentaryConfigurationSummaryRoot",
        withoutNotFound,
      ),
    },
    columnStatistics: { list: read(`${PA_PATH}/columnstatistics`, "ColumnStatisticRoot", plainErrors) },
    components: components(PA_PATH, "PAComponentRoot"),
    // Newer deployments take a calendar.
    dates: { convert: readWith(`${PA_PATH}/dates`, { ...dateQuery, calendar: optional }, "DateParametersSummaryRoot") },
    documents: documents(PA_PATH),
    frequencies: frequencies(PA_PATH),
    groupingFrequencies: { list: read(`${PA_PATH}/grouping-frequencies`, "FrequencyRoot", plainErrors) },
    groups: { list: read(`${PA_PATH}/groups`, "GroupRoot", plainErrors) },
    linkedTemplates: templates(
      `${PA_PATH}/linked-templates`,
      { directory: optional, documentDirectory: optional, documentName: optional },
      {
        create: "LinkedPATemplateParametersRoot",
        update: "LinkedPATemplateUpdateParametersRoot",
        written: "LinkedPATemplatePostSummaryRoot",
        list: "LinkedPATemplateSummaryRoot",
        item: "LinkedPATemplateRoot",
      },
    ),
    pricingSources: {
      list: readWith(
        `${PA_PATH}/pricing-sources`,
        { name: optional, category: optional, directory: optional },
        "PAPricingSourceRoot",
      ),
    },
    templatedComponents: templates(
      `${PA_PATH}/templated-components`,
      { directory: required },
      {
        create: "TemplatedPAComponentParametersRoot",
        update: "TemplatedPAComponentUpdateParametersRoot",
        written: "TemplatedPAComponentPostSummaryRoot",
        list: "TemplatedPAComponentSummaryRoot",
        item: "TemplatedPAComponentRoot",
      },
      { listErrors: withoutNotFound },
    ),
    unlinkedTemplates: unlinkedTemplates(),
  },
  pub: {
    calculations: unitCalculations(`${ENGINES_PATH}/pub/v3/calculations`, "PubCalculationParametersRoot"),
    documents: documents(`${ENGINES_PATH}/pub/v3`),
  },
  quant: { calculations: quantCalculations(`${ENGINES_PATH}/quant/v3/calculations`) },
  spar: {
    accounts: { returnsType: read(`${ENGINES_PATH}/spar/v3/accounts/{accountPath}/returns-type`, "SPARAccountsRoot") },
    benchmarks: { get: readWith(`${ENGINES_PATH}/spar/v3/benchmarks`, { id: required }, "SPARBenchmarkRoot") },
    calculations: unitCalculations(`${ENGINES_PATH}/spar/v3/calculations`, "SPARCalculationParametersRoot"),
    components: components(`${ENGINES_PATH}/spar/v3`, "SPARComponentRoot"),
    documents: documents(`${ENGINES_PATH}/spar/v3`),
    frequencies: frequencies(`${ENGINES_PATH}/spar/v3`),
    peerUniverses: {
      list: readWith(
        `${ENGINES_PATH}/spar/v3/peer-universe`,
        { name: optional, category: required, directory: optional },
        "SPARPeerUniverseRoot",
      ),
    },
  },
  vault: {
    calculations: unitCalculations(`${ENGINES_PATH}/vault/v3/calculations`, "VaultCalculationParametersRoot"),
    components: components(`${ENGINES_PATH}/vault/v3`, "VaultComponentRoot"),
    configurations: {
      list: readWith(`${ENGINES_PATH}/vault/v3/configurations`, { account: required }, "VaultConfigurationSummaryRoot"),
      get: read(`${ENGINES_PATH}/vault/v3/configurations/{id}`, "VaultConfigurationRoot"),
    },
    dates: { convert: readWith(`${ENGINES_PATH}/vault/v3/dates`, dateQuery, "DateParametersSummaryRoot") },
    documents: documents(`${ENGINES_PATH}/vault/v3`),
    frequencies: frequencies(`${ENGINES_PATH}/vault/v3`),
  },
  lookups: {
    accounts: { list: read(`${LOOKUPS_PATH}/accounts/{path}`, "AccountDirectoriesRoot") },
    currencies: { list: read(`${LOOKUPS_PATH}/currencies`, "CurrencyRoot", plainErrors) },
  },
};

/** Only `fpo` has an `Accept` header for its result. */
function fullPortfolioOptimizer() {
  const { optimizations, strategies } = optimizers.fpo;
  const result = { ...optimizations.result, headers: ["accept"] } as const;
  return { optimizations: { ...optimizations, result }, strategies };
}

/** A route with its name, which is the path to its method in the client, e.g. `pa.calculations.createOrUpdate`. */
export interface Endpoint extends Route {
  readonly operation: string;
}

type RouteTree = { readonly [name: string]: RouteTree | Route };

const isRoute = (node: RouteTree | Route): node is Route => typeof node["path"] === "string";

function flatten(tree: RouteTree, prefix: string): Endpoint[] {
  return Object.entries(tree).flatMap(([name, node]) => {
    const operation = `${prefix}.${name}`;
    return isRoute(node) ? [{ operation, ...node }] : flatten(node, operation);
  });
}

const groups = Object.entries(routes).map(([name, group]) => flatten(group, name));
const firstPath = ([first]: readonly Endpoint[]) => first?.path ?? "";

/** All 131 operations of the service, in the order of their paths: the 125 of its first description, and six later ones. */
export const endpoints: readonly Endpoint[] = groups.sort((a, b) => (firstPath(a) < firstPath(b) ? -1 : 1)).flat();
