import {
  componentFamilyIds,
  documentFamilyIds,
  type Family,
  families,
  familyIds,
  optimizerIds,
} from "@analytics-engines/core/families/facts";
import { batchList, batchStatus } from "./batch.ts";
import { commentaryResult, commentaryStatus, createCommentary } from "./commentary.ts";
import { create, createOrUpdate } from "./create.ts";
import { badParameter, type Handler, notFound, parameter } from "./exchange.ts";
import { cancelJob, listJobs, parameters } from "./jobs.ts";
import {
  benchmark,
  cachedReference,
  dates,
  entryById,
  filterOf,
  idOf,
  listPricingSources,
  listReturnTypes,
  queryOf,
  reference,
} from "./reference.ts";
import { singleResult, singleStatus } from "./single.ts";
import { linkedTemplates, templatedComponents, unlinkedTemplates } from "./templates.ts";
import { unitInfo, unitResult, unitsStatus } from "./units.ts";

/** The handlers of jobs, by the way in which the family answers. */
const jobHandlers: Readonly<Record<Family["answers"], Readonly<Record<string, Handler>>>> = {
  units: {
    create,
    createOrUpdate,
    parameters,
    cancel: cancelJob,
    list: listJobs,
    status: unitsStatus,
    result: unitResult,
  },
  single: { create, createOrUpdate, parameters, cancel: cancelJob, status: singleStatus, result: singleResult },
  bare: { create, list: batchList, status: batchStatus },
};

/** The handler of each operation, by the operation's name. */
export const handlers: ReadonlyMap<string, Handler> = new Map([
  ...familyIds.flatMap((id) => under(`${id}.${families[id].kind}s`, jobHandlers[families[id].answers])),
  ...under("quant.calculations", { info: unitInfo }),

  ...under("lookups", {
    "accounts.list": reference(
      (catalogue, exchange) => catalogue.accounts(parameter(exchange, "path")),
      "Directory not found",
    ),
    "currencies.list": cachedReference((catalogue) => catalogue.currencies()),
  }),
  ...documentFamilyIds.flatMap((family) =>
    under(family, {
      "documents.list": reference(
        (catalogue, exchange) => catalogue.documents(family, parameter(exchange, "path")),
        "Directory not found",
      ),
    }),
  ),
  ...optimizerIds.flatMap((family) =>
    under(family, {
      "strategies.list": reference(
        (catalogue, exchange) => catalogue.strategies(family, parameter(exchange, "path")),
        "Directory not found",
      ),
    }),
  ),
  ...componentFamilyIds.flatMap((family) =>
    under(family, {
      "components.list": reference(
        (catalogue, exchange) => catalogue.components(family, queryOf(exchange, "document") ?? ""),
        "Document not found",
      ),
      "components.get": entryById("Component", (catalogue, exchange) => catalogue.component(family, idOf(exchange))),
      "frequencies.list": cachedReference((catalogue) => catalogue.frequencies(family)),
    }),
  ),
  ...under("pa.commentaries", { create: createCommentary, status: commentaryStatus, result: commentaryResult }),
  ...under("pa", {
    "calendars.list": cachedReference((catalogue) => catalogue.calendars()),
    "commentaryConfigurations.list": (exchange, { catalogue }) => {
      const data = catalogue.commentaryConfigurations(queryOf(exchange, "path") ?? "");
      if (data === undefined) throw badParameter("path", "Invalid path provided");
      return { status: 200, json: { data } };
    },
    "columns.list": cachedReference((catalogue, exchange) => catalogue.columns(filterOf(exchange))),
    "columns.get": entryById("Column", (catalogue, exchange) => catalogue.column(idOf(exchange))),
    "columnStatistics.list": cachedReference((catalogue) => catalogue.columnStatistics()),
    "dates.convert": dates("pa"),
    "groupingFrequencies.list": cachedReference((catalogue) => catalogue.groupingFrequencies()),
    "groups.list": cachedReference((catalogue) => catalogue.groups()),
    "pricingSources.list": listPricingSources,
    "unlinkedTemplates.types.list": cachedReference((catalogue) => catalogue.templateTypes()),
    "unlinkedTemplates.types.get": reference(
      (catalogue, exchange) => catalogue.templateType(idOf(exchange)),
      "Template type not found",
    ),
  }),
  ...under("pa.linkedTemplates", linkedTemplates),
  ...under("pa.unlinkedTemplates", unlinkedTemplates),
  ...under("pa.templatedComponents", templatedComponents),
  ...under("fi", {
    "discountCurves.list": cachedReference((catalogue, exchange) =>
      catalogue.discountCurves(queryOf(exchange, "currency")),
    ),
  }),
  ...under("spar", {
    "peerUniverses.list": (exchange, { catalogue }) => {
      const data = catalogue.peerUniverses({ ...filterOf(exchange), category: queryOf(exchange, "category") ?? "" });
      if (data === undefined) throw notFound("No universe details found matching the given criterion");
      if ("problem" in data) throw badParameter("directory", data.problem);
      return { status: 200, json: { data } };
    },
    "accounts.returnsType": listReturnTypes,
    "benchmarks.get": benchmark,
  }),
  ...under("vault", {
    "configurations.list": reference(
      (catalogue, exchange) => catalogue.configurations(queryOf(exchange, "account") ?? ""),
      "Account not found",
    ),
    "configurations.get": reference(
      (catalogue, exchange) => catalogue.configuration(idOf(exchange)),
      "Configuration not found",
    ),
    "dates.convert": dates("vault"),
  }),
]);

function under(prefix: string, named: Readonly<Record<string, Handler>>): [string, Handler][] {
  return Object.entries(named).map(([name, handler]) => [`${prefix}.${name}`, handler]);
}
