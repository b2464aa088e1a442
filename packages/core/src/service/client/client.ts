import { familyRecord, type OptimizerId, optimizerIds } from "../../families/families.ts";
import { isObject, property } from "../../json/value.ts";
import type { Telemetry } from "../../telemetry/telemetry.ts";
import type { Answer } from "../answer.ts";
import type { JobRequestName } from "../endpoints/factories.ts";
import { type OptimizerModel, type OptimizerRoutes, routes } from "../endpoints/routes.ts";
import { MalformedAnswerError } from "../errors/errors.ts";
import { parseJson } from "../http/result-body.ts";
import type { Pacer } from "../throttle/pacer.ts";
import {
  bindBareCalculations,
  bindCatalogue,
  bindCommentaries,
  bindDates,
  bindDirectory,
  bindListing,
  bindLookup,
  bindQuantCalculations,
  bindSearch,
  bindSingleJobs,
  bindTemplates,
  bindUnitCalculations,
} from "./bindings.ts";
import { Caller, replyText } from "./caller.ts";
import type { AcceptOptions, CallOptions } from "./client-types.ts";
import { type ClientOptions, openConnection } from "./connection.ts";

export type { Fetch } from "../http/http.ts";
export type { ClientOptions } from "./connection.ts";

/**
 * The operations of the service, grouped by family. Every call resolves to `{ status, data, meta }`, and throws a
 * `ServiceError` of the class that fits, or the reason of its signal.
 */
export interface Client extends Operations {
  /** The address of the service, without a slash at its end. */
  readonly baseUrl: string;
  /** Who sends the requests: the user name, or the id of the OAuth client. `undefined` where only the service knows, as with a token. */
  readonly user: string | undefined;
  /** Removes the credentials of the connection from a text. */
  redact(text: string): string;
  /** Spreads the requests of this connection, and estimates the cost of one more. */
  readonly pacer: Pacer;
  /** Reports requests and steps of jobs to the OpenTelemetry providers of the application. */
  readonly telemetry: Telemetry;
  /** The time limit of one attempt, seconds: a request without an answer may still be delivered during that time. */
  readonly attemptTimeoutSeconds: number;
  /**
   * One small read with credentials, sent once, which shows whether the service can be used. Throws `MalformedAnswerError` if the answer is
   * not the list of this service.
   */
  probe(options?: CallOptions): Promise<Answer<200, unknown>>;
}

/**
 * Creates a client of one connection, without `compute`. It sends nothing before the first call.
 * @throws TypeError for an invalid option
 *
 * @example
 * ```ts
 * import { basicAuth, createServiceClient } from "@analytics-engines/core";
 *
 * const client = createServiceClient({ baseUrl: "https://api.vendor.example", auth: basicAuth("NAME-1", "key") });
 * const { data } = await client.lookups.currencies.list();
 * console.log(Object.keys(data.data));
 * ```
 */
export function createServiceClient(options: ClientOptions): Client {
  const connection = openConnection(options);
  const call = new Caller(connection);
  return {
    baseUrl: connection.base,
    user: connection.auth.user,
    redact: connection.secrets.redact,
    pacer: connection.pacer,
    telemetry: connection.telemetry,
    attemptTimeoutSeconds: connection.attemptTimeoutSeconds,
    probe: async (o) => {
      // Without the model, so that zod is not loaded.
      const reply = await call.reply(routes.lookups.currencies.list, {}, { ...o, attempts: 1 });
      const data = parseJson(replyText(reply), "the list of currencies", reply.about);
      if (!isObject(property(data, "data"))) {
        throw new MalformedAnswerError("the answer is not this service's list of currencies", reply.about);
      }
      return { status: 200, data, meta: reply.meta };
    },
    ...bindOperations(call),
  };
}

/** The operations of the service, grouped by family. */
export type Operations = ReturnType<typeof bindOperations>;

/** The methods of an optimizer. */
function bindOptimizer<Body extends JobRequestName, Options extends CallOptions = CallOptions>(
  call: Caller,
  { optimizations, strategies }: OptimizerRoutes<Body>,
) {
  return {
    optimizations: bindSingleJobs<Body, Options>(call, optimizations),
    strategies: bindDirectory(call, strategies),
  };
}

type Optimizer<Body extends JobRequestName> = ReturnType<typeof bindOptimizer<Body>>;

/** The methods of a client: one for each route. */
export function bindOperations(call: Caller) {
  const { pa, spar, vault, pub, quant, fi, fiab, lookups } = routes;
  // Each optimizer takes the model of its own routes.
  const optimizers = familyRecord(optimizerIds, (id) =>
    bindOptimizer<OptimizerModel<OptimizerId>>(call, routes[id]),
  ) as { readonly [Id in OptimizerId]: Optimizer<OptimizerModel<Id>> };
  return {
    pa: {
      calculations: bindUnitCalculations(call, pa.calculations),
      calendars: bindListing(call, pa.calendars),
      commentaries: bindCommentaries(call, pa.commentaries),
      commentaryConfigurations: bindSearch(call, pa.commentaryConfigurations),
      columns: bindCatalogue(call, pa.columns),
      columnStatistics: bindListing(call, pa.columnStatistics),
      components: bindCatalogue(call, pa.components),
      dates: bindDates(call, pa.dates),
      documents: bindDirectory(call, pa.documents),
      frequencies: bindListing(call, pa.frequencies),
      groupingFrequencies: bindListing(call, pa.groupingFrequencies),
      groups: bindListing(call, pa.groups),
      linkedTemplates: bindTemplates(call, pa.linkedTemplates),
      pricingSources: bindSearch(call, pa.pricingSources),
      templatedComponents: bindTemplates(call, pa.templatedComponents),
      unlinkedTemplates: {
        ...bindTemplates(call, pa.unlinkedTemplates),
        types: { ...bindListing(call, pa.unlinkedTemplates.types), ...bindLookup(call, pa.unlinkedTemplates.types) },
      },
    },
    spar: {
      accounts: {
        returnsType: (accountPath: string, options?: CallOptions) =>
          call.model(spar.accounts.returnsType, { path: { accountPath } }, options),
      },
      benchmarks: {
        get: (query: { readonly id: string }, options?: CallOptions) =>
          call.model(spar.benchmarks.get, { query }, options),
      },
      calculations: bindUnitCalculations(call, spar.calculations),
      components: bindCatalogue(call, spar.components),
      documents: bindDirectory(call, spar.documents),
      frequencies: bindListing(call, spar.frequencies),
      /** Universes to rank in, for `universeid`. `directory` is required for the categories `OFDBs` and `Screens`. */
      peerUniverses: bindSearch(call, spar.peerUniverses),
    },
    vault: {
      calculations: bindUnitCalculations(call, vault.calculations),
      components: bindCatalogue(call, vault.components),
      configurations: bindCatalogue(call, vault.configurations),
      dates: bindDates(call, vault.dates),
      documents: bindDirectory(call, vault.documents),
      frequencies: bindListing(call, vault.frequencies),
    },
    pub: { calculations: bindUnitCalculations(call, pub.calculations), documents: bindDirectory(call, pub.documents) },
    quant: { calculations: bindQuantCalculations(call, quant.calculations) },
    fi: { calculations: bindSingleJobs(call, fi.calculations), discountCurves: bindSearch(call, fi.discountCurves) },
    fiab: { calculations: bindBareCalculations(call, fiab.calculations) },
    ...optimizers,
    /** Only `fpo` takes a media type for its result. */
    fpo: bindOptimizer<OptimizerModel<"fpo">, AcceptOptions>(call, routes.fpo),
    lookups: { accounts: bindDirectory(call, lookups.accounts), currencies: bindListing(call, lookups.currencies) },
  };
}
