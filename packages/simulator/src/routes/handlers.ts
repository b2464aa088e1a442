import {
  componentFamilyIds,
  documentFamilyIds,
  type Family,
  families,
  familyIds,
  optimizerIds,
} from "@analytics-engines/core/basics";
import { accountTree, benchmarkPayload, configurationsOf, findConfiguration } from "../catalogue/accounts.ts";
import {
  catalogueColumns,
  columnPayload,
  columnStatistics,
  findTemplateType,
  groupingFrequencies,
  groupsById,
  templateTypes,
} from "../catalogue/columns.ts";
import { componentPayload, componentsIn, findComponent } from "../catalogue/components.ts";
import { documentTree, strategyTree } from "../catalogue/documents.ts";
import {
  calendars,
  commentaryConfigurationsIn,
  currencies,
  discountCurvesOf,
  frequenciesOf,
  peerUniverses,
  pricingSourcesOf,
} from "../catalogue/lists.ts";
import { commentaryResult, commentaryStatus, createCommentary } from "./commentary.ts";
import { create, createOrUpdate } from "./create.ts";
import { badParameter, type Handler, Refusal } from "./exchange.ts";
import {
  batchList,
  batchStatus,
  cancelJob,
  listJobs,
  parameters,
  singleResult,
  singleStatus,
  unitInfo,
  unitResult,
  unitsStatus,
} from "./job-routes.ts";
import {
  cachedReference,
  dateHandler,
  directory,
  entryById,
  filterOf,
  idOf,
  queryOf,
  reference,
  returnTypes,
} from "./reference.ts";
import { linkedTemplates, templatedComponents, unlinkedTemplates } from "./templates.ts";

const changes = { create, createOrUpdate, parameters, cancel: cancelJob };

/** The handlers of jobs, by the way in which the family answers. */
const jobHandlers: Readonly<Record<Family["answers"], Readonly<Record<string, Handler>>>> = {
  units: { ...changes, list: listJobs, status: unitsStatus, result: unitResult },
  single: { ...changes, status: singleStatus, result: singleResult },
  bare: { create, list: batchList, status: batchStatus },
};

const allPricingSources = cachedReference((exchange) => pricingSourcesOf(filterOf(exchange)));

/** The handler of each operation, by the operation's name. */
export const handlers: ReadonlyMap<string, Handler> = new Map([
  ...familyIds.flatMap((id) => under(`${id}.${families[id].kind}s`, jobHandlers[families[id].answers])),
  ...documentFamilyIds.flatMap((family) =>
    under(family, { "documents.list": directory("documents", () => documentTree(family)) }),
  ),
  ...optimizerIds.flatMap((family) =>
    under(family, { "strategies.list": directory("documents", () => strategyTree(family)) }),
  ),
  ...componentFamilyIds.flatMap((family) =>
    under(family, {
      "components.list": reference(
        (exchange) => componentsIn(family, queryOf(exchange, "document") ?? ""),
        "Document not found",
      ),
      "components.get": entryById("Component", (id) => {
        const component = findComponent(family, id);
        return component && componentPayload(component);
      }),
      "frequencies.list": cachedReference(() => frequenciesOf(family)),
    }),
  ),
  ...under("lookups", {
    "accounts.list": directory("accounts", accountTree),
    "currencies.list": cachedReference(currencies),
  }),
  ...under("pa", {
    "calendars.list": cachedReference(() => calendars),
    "commentaryConfigurations.list": reference((exchange) => {
      const configurations = commentaryConfigurationsIn(queryOf(exchange, "path") ?? "");
      if (configurations === undefined) throw badParameter("path", "Invalid path provided");
      return configurations;
    }),
    "columns.list": cachedReference((exchange) => catalogueColumns(filterOf(exchange))),
    "columns.get": entryById("Column", columnPayload),
    "columnStatistics.list": cachedReference(columnStatistics),
    "dates.convert": dateHandler("pa"),
    "groupingFrequencies.list": cachedReference(() => groupingFrequencies),
    "groups.list": cachedReference(groupsById),
    // Only the profile `strict` lists all sources without a directory.
    "pricingSources.list": (exchange, service) => {
      if (!service.strict && queryOf(exchange, "directory") === undefined)
        throw new Refusal(400, "Please provide the directory parameter and try again!");
      return allPricingSources(exchange, service);
    },
    "unlinkedTemplates.types.list": cachedReference(() =>
      Object.fromEntries(Object.entries(templateTypes()).map(([id, { category, name }]) => [id, { category, name }])),
    ),
    "unlinkedTemplates.types.get": reference((exchange) => findTemplateType(idOf(exchange)), "Template type not found"),
  }),
  ...under("pa.commentaries", { create: createCommentary, status: commentaryStatus, result: commentaryResult }),
  ...under("pa.linkedTemplates", linkedTemplates),
  ...under("pa.unlinkedTemplates", unlinkedTemplates),
  ...under("pa.templatedComponents", templatedComponents),
  ...under("quant.calculations", { info: unitInfo }),
  ...under("fi", {
    "discountCurves.list": cachedReference((exchange) => discountCurvesOf(queryOf(exchange, "currency"))),
  }),
  ...under("spar", {
    "peerUniverses.list": reference((exchange) => {
      const universes = peerUniverses(queryOf(exchange, "category") ?? "", filterOf(exchange));
      if (universes !== undefined && "problem" in universes) throw badParameter("directory", universes.problem);
      return universes;
    }, "No universe details found matching the given criterion"),
    "accounts.returnsType": returnTypes,
    "benchmarks.get": reference((exchange, { strict }) => {
      const id = queryOf(exchange, "id") ?? "";
      if (!strict && !/^[\w.:/-]+$/.test(id)) throw badParameter("id", `Invalid benchmark identifier: ${id}`);
      return benchmarkPayload(id);
    }, "Benchmark not found"),
  }),
  ...under("vault", {
    "configurations.list": reference(
      (exchange) => configurationsOf(queryOf(exchange, "account") ?? ""),
      "Account not found",
    ),
    "configurations.get": reference(
      (exchange) => findConfiguration(idOf(exchange), new Date(exchange.at)),
      "Configuration not found",
    ),
    "dates.convert": dateHandler("vault"),
  }),
]);

function under(prefix: string, handlers: Readonly<Record<string, Handler>>): [string, Handler][] {
  return Object.entries(handlers).map(([name, handler]) => [`${prefix}.${name}`, handler]);
}
