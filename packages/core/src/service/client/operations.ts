import { familyRecord, type OptimizerId, optimizerIds } from "../../families/families.ts";
import type { JobRequestName } from "../endpoints/factories.ts";
import { type OptimizerModel, type OptimizerRoutes, routes } from "../endpoints/routes.ts";
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
import type { Caller } from "./caller.ts";
import type { AcceptOptions, CallOptions } from "./client-types.ts";

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
