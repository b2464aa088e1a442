import { isObject, property } from "../json/value.ts";
import { bareCalculations, commentaries, quantCalculations, singleJobs, unitCalculations } from "./bindings.ts";
import { components, dates, directory, listing, lookup, search, templates } from "./bindings-reference.ts";
import { Caller, textOf } from "./caller.ts";
import type { Client } from "./client-interface.ts";
import { type ClientOptions, openConnection } from "./connection.ts";
import { routes } from "./endpoints/routes.ts";
import { MalformedAnswerError } from "./errors.ts";
import { parseJson } from "./result-body.ts";

export type { Client } from "./client-interface.ts";
export type { ClientOptions, Fetch } from "./connection.ts";

/**
 * A client of one connection. Nothing is sent before the first call.
 * @throws TypeError for an option that cannot be
 */
export function createClient(options: ClientOptions): Client {
  const connection = openConnection(options);
  const call = new Caller(connection);
  const { pa, spar, vault, pub, quant, fi, fiab, afi, axp, bpm, fpo, npo, lookups } = routes;
  return {
    baseUrl: connection.base,
    pacer: connection.pacer,
    attemptTimeoutSeconds: connection.attemptTimeoutSeconds,
    probe: async (o) => {
      // Without its model, which brings a schema library.
      const reply = await call.reply(lookups.currencies.list, {}, { ...o, attempts: 1 });
      const data = parseJson(textOf(reply), "the list of currencies", reply.about);
      if (!isObject(property(data, "data"))) {
        throw new MalformedAnswerError("the list of currencies is not one of this service", reply.about);
      }
      return { status: 200, data, meta: reply.meta };
    },
    pa: {
      calculations: unitCalculations(call, pa.calculations),
      calendars: listing(call, pa.calendars),
      commentaries: commentaries(call, pa.commentaries),
      commentaryConfigurations: search(call, pa.commentaryConfigurations),
      columns: { ...search(call, pa.columns), ...lookup(call, pa.columns) },
      columnStatistics: listing(call, pa.columnStatistics),
      components: components(call, pa.components),
      dates: dates(call, pa.dates),
      documents: directory(call, pa.documents),
      frequencies: listing(call, pa.frequencies),
      groupingFrequencies: listing(call, pa.groupingFrequencies),
      groups: listing(call, pa.groups),
      linkedTemplates: { ...templates(call, pa.linkedTemplates), ...search(call, pa.linkedTemplates) },
      pricingSources: search(call, pa.pricingSources),
      templatedComponents: { ...templates(call, pa.templatedComponents), ...search(call, pa.templatedComponents) },
      unlinkedTemplates: {
        ...templates(call, pa.unlinkedTemplates),
        ...search(call, pa.unlinkedTemplates),
        types: { ...listing(call, pa.unlinkedTemplates.types), ...lookup(call, pa.unlinkedTemplates.types) },
      },
    },
    spar: {
      accounts: {
        returnsType: (accountPath, o) => call.model(spar.accounts.returnsType, { path: { accountPath } }, o),
      },
      benchmarks: { get: (query, o) => call.model(spar.benchmarks.get, { query }, o) },
      calculations: unitCalculations(call, spar.calculations),
      components: components(call, spar.components),
      documents: directory(call, spar.documents),
      frequencies: listing(call, spar.frequencies),
      peerUniverses: search(call, spar.peerUniverses),
    },
    vault: {
      calculations: unitCalculations(call, vault.calculations),
      components: components(call, vault.components),
      configurations: { ...search(call, vault.configurations), ...lookup(call, vault.configurations) },
      dates: dates(call, vault.dates),
      documents: directory(call, vault.documents),
      frequencies: listing(call, vault.frequencies),
    },
    pub: { calculations: unitCalculations(call, pub.calculations), documents: directory(call, pub.documents) },
    quant: { calculations: quantCalculations(call, quant.calculations) },
    fi: { calculations: singleJobs(call, fi.calculations), discountCurves: search(call, fi.discountCurves) },
    fiab: { calculations: bareCalculations(call, fiab.calculations) },
    afi: { optimizations: singleJobs(call, afi.optimizations), strategies: directory(call, afi.strategies) },
    axp: { optimizations: singleJobs(call, axp.optimizations), strategies: directory(call, axp.strategies) },
    bpm: { optimizations: singleJobs(call, bpm.optimizations), strategies: directory(call, bpm.strategies) },
    fpo: { optimizations: singleJobs(call, fpo.optimizations), strategies: directory(call, fpo.strategies) },
    npo: { optimizations: singleJobs(call, npo.optimizations), strategies: directory(call, npo.strategies) },
    lookups: { accounts: directory(call, lookups.accounts), currencies: listing(call, lookups.currencies) },
  };
}
