import { isObject, property } from "../json/value.ts";
import {
  bindBareCalculations,
  bindCommentaries,
  bindQuantCalculations,
  bindSingleJobs,
  bindUnitCalculations,
} from "./bindings.ts";
import {
  bindComponents,
  bindDates,
  bindDirectory,
  bindListing,
  bindLookup,
  bindSearch,
  bindTemplates,
} from "./bindings-reference.ts";
import { Caller, replyText } from "./caller.ts";
import type { Client } from "./client-interface.ts";
import { type ClientOptions, openConnection } from "./connection.ts";
import type { JobRequestName } from "./endpoints/factories.ts";
import { type OptimizerRoutes, routes } from "./endpoints/routes.ts";
import { MalformedAnswerError } from "./errors.ts";
import { parseJson } from "./result-body.ts";

export type { Client } from "./client-interface.ts";
export type { ClientOptions } from "./connection.ts";
export type { Fetch } from "./http.ts";

/**
 * Creates a client of one connection. It sends nothing before the first call.
 * @throws TypeError for an invalid option
 *
 * @example
 * ```ts
 * import { basicAuth, createClient } from "@analytics-engines/core";
 *
 * const client = createClient({ baseUrl: "https://api.vendor.example", auth: basicAuth("NAME-1", "key") });
 * const { data } = await client.lookups.currencies.list();
 * console.log(Object.keys(data.data));
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const connection = openConnection(options);
  const call = new Caller(connection);
  const { pa, spar, vault, pub, quant, fi, fiab, lookups } = routes;
  const optimizer = <Body extends JobRequestName>(group: OptimizerRoutes<Body>) => ({
    optimizations: bindSingleJobs<Body>(call, group.optimizations),
    strategies: bindDirectory(call, group.strategies),
  });
  return {
    baseUrl: connection.base,
    redact: connection.secrets.redact,
    pacer: connection.pacer,
    attemptTimeoutSeconds: connection.attemptTimeoutSeconds,
    probe: async (o) => {
      // Without the model, so that zod is not loaded.
      const reply = await call.reply(lookups.currencies.list, {}, { ...o, attempts: 1 });
      const data = parseJson(replyText(reply), "the list of currencies", reply.about);
      if (!isObject(property(data, "data"))) {
        throw new MalformedAnswerError("the answer is not this service's list of currencies", reply.about);
      }
      return { status: 200, data, meta: reply.meta };
    },
    pa: {
      calculations: bindUnitCalculations(call, pa.calculations),
      calendars: bindListing(call, pa.calendars),
      commentaries: bindCommentaries(call, pa.commentaries),
      commentaryConfigurations: bindSearch(call, pa.commentaryConfigurations),
      columns: { ...bindSearch(call, pa.columns), ...bindLookup(call, pa.columns) },
      columnStatistics: bindListing(call, pa.columnStatistics),
      components: bindComponents(call, pa.components),
      dates: bindDates(call, pa.dates),
      documents: bindDirectory(call, pa.documents),
      frequencies: bindListing(call, pa.frequencies),
      groupingFrequencies: bindListing(call, pa.groupingFrequencies),
      groups: bindListing(call, pa.groups),
      linkedTemplates: { ...bindTemplates(call, pa.linkedTemplates), ...bindSearch(call, pa.linkedTemplates) },
      pricingSources: bindSearch(call, pa.pricingSources),
      templatedComponents: {
        ...bindTemplates(call, pa.templatedComponents),
        ...bindSearch(call, pa.templatedComponents),
      },
      unlinkedTemplates: {
        ...bindTemplates(call, pa.unlinkedTemplates),
        ...bindSearch(call, pa.unlinkedTemplates),
        types: { ...bindListing(call, pa.unlinkedTemplates.types), ...bindLookup(call, pa.unlinkedTemplates.types) },
      },
    },
    spar: {
      accounts: {
        returnsType: (accountPath, o) => call.model(spar.accounts.returnsType, { path: { accountPath } }, o),
      },
      benchmarks: { get: (query, o) => call.model(spar.benchmarks.get, { query }, o) },
      calculations: bindUnitCalculations(call, spar.calculations),
      components: bindComponents(call, spar.components),
      documents: bindDirectory(call, spar.documents),
      frequencies: bindListing(call, spar.frequencies),
      peerUniverses: bindSearch(call, spar.peerUniverses),
    },
    vault: {
      calculations: bindUnitCalculations(call, vault.calculations),
      components: bindComponents(call, vault.components),
      configurations: { ...bindSearch(call, vault.configurations), ...bindLookup(call, vault.configurations) },
      dates: bindDates(call, vault.dates),
      documents: bindDirectory(call, vault.documents),
      frequencies: bindListing(call, vault.frequencies),
    },
    pub: { calculations: bindUnitCalculations(call, pub.calculations), documents: bindDirectory(call, pub.documents) },
    quant: { calculations: bindQuantCalculations(call, quant.calculations) },
    fi: { calculations: bindSingleJobs(call, fi.calculations), discountCurves: bindSearch(call, fi.discountCurves) },
    fiab: { calculations: bindBareCalculations(call, fiab.calculations) },
    afi: optimizer(routes.afi),
    axp: optimizer(routes.axp),
    bpm: optimizer(routes.bpm),
    fpo: optimizer(routes.fpo),
    npo: optimizer(routes.npo),
    lookups: { accounts: bindDirectory(call, lookups.accounts), currencies: bindListing(call, lookups.currencies) },
  };
}
