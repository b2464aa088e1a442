import type { ComponentFamilyId, DocumentFamilyId, OptimizerId } from "@analytics-engines/core/families/facts";
import { accountTree, findAccount } from "./accounts.ts";
import { benchmarkPrefix, findBenchmark, sparReturnTypes } from "./benchmarks.ts";
import { calendars } from "./calendars.ts";
import { columnList, columnStatistics, findColumn } from "./columns.ts";
import { commentaryConfigurationsIn } from "./commentary-configurations.ts";
import { componentList, findComponent } from "./components.ts";
import { configurationsOf, findConfiguration } from "./configurations.ts";
import { convertDates, type DateConversion } from "./convert-dates.ts";
import { currencies } from "./currencies.ts";
import { type DiscountCurve, discountCurves } from "./discount-curves.ts";
import { documentTree, findDocument } from "./documents.ts";
import { frequenciesOf } from "./frequencies.ts";
import { groupingFrequencies, groupList } from "./groups.ts";
import { componentPayload } from "./payloads.ts";
import { peerUniverses } from "./peer-universes.ts";
import { pricingSources } from "./pricing-sources.ts";
import { strategyTree } from "./strategies.ts";
import { templateTypes } from "./template-types.ts";

/** A filter of a list, in any letter case. `name` may be a part of the name. */
export interface ListFilter {
  readonly name?: string | undefined;
  readonly category?: string | undefined;
  readonly directory?: string | undefined;
}

interface Named {
  readonly name: string;
  readonly directory: string;
  readonly category: string;
}

function passes(item: Named, { name, category, directory }: ListFilter): boolean {
  return (
    (!name || item.name.toLowerCase().includes(name.toLowerCase())) &&
    (!category || item.category.toLowerCase() === category.toLowerCase()) &&
    (!directory || item.directory.toLowerCase() === directory.toLowerCase())
  );
}

/**
 * The reference data of the service: everything but jobs and templates. Relative dates count from `today`. Each function returns the payload of `data`, or undefined where
 * the service answers 404. Paths and ids may be in any letter case. Names and ids are the same in every catalogue.
 */
export function createCatalogue({ today }: { readonly today: () => Date }) {
  return {
    accounts(path: string) {
      const found = accountTree().list(path);
      return found && { accounts: found.files, directories: found.directories };
    },
    documents(family: DocumentFamilyId, path: string) {
      const found = documentTree(family).list(path);
      return found && { documents: found.files, directories: found.directories };
    },
    strategies(family: OptimizerId, path: string) {
      const found = strategyTree(family).list(path);
      return found && { documents: found.files, directories: found.directories };
    },
    /** Whether a request may analyse it: an account's path, or a benchmark. */
    hasAccount: (id: string) => findAccount(id) !== undefined || findBenchmark(id) !== undefined,
    hasStrategy: (family: OptimizerId, id: string) => strategyTree(family).find(id) !== undefined,
    hasDocument: (family: DocumentFamilyId, id: string) => findDocument(family, id) !== undefined,

    components(family: ComponentFamilyId, documentPath: string) {
      const document = findDocument(family, documentPath);
      if (document === undefined) return undefined;
      const held = componentList(family).filter((component) => component.document === document);
      return Object.fromEntries(held.map(({ id, name, category }) => [id, { name, category }]));
    },
    component(family: ComponentFamilyId, id: string) {
      const found = findComponent(family, id);
      return found && componentPayload(found);
    },
    columns(filter: ListFilter = {}) {
      const found = columnList().filter((column) => passes(column, filter));
      return Object.fromEntries(found.map(({ id, name, directory, category }) => [id, { name, directory, category }]));
    },
    column(id: string) {
      const found = findColumn(id);
      if (found === undefined) return undefined;
      const { name, directory, category, statistics } = found;
      return { defaultstatisticsids: statistics, name, directory, category };
    },
    columnStatistics,
    groups: () =>
      Object.fromEntries(groupList().map(({ id, name, directory, category }) => [id, { name, directory, category }])),
    calendars: () => calendars,
    commentaryConfigurations: commentaryConfigurationsIn,
    peerUniverses,
    frequencies: frequenciesOf,
    groupingFrequencies: () => groupingFrequencies,
    currencies,
    pricingSources: (filter: ListFilter = {}) =>
      Object.fromEntries(Object.entries(pricingSources()).filter(([, source]) => passes(source, filter))),
    configurations: configurationsOf,
    configuration: (id: string) => findConfiguration(id, today()),
    benchmark(id: string) {
      const found = findBenchmark(id);
      if (found === undefined) return undefined;
      const bare = found.id.slice(benchmarkPrefix.length + 1);
      const identifiers = sparReturnTypes.map(({ id: returntype }) => ({
        id: bare,
        returntype,
        prefix: benchmarkPrefix,
      }));
      return { id: found.id, name: found.name, identifiers };
    },
    returnTypes(account: string) {
      if (findAccount(account) === undefined && findBenchmark(account) === undefined) return undefined;
      return { returnsType: sparReturnTypes.map(({ id, name }) => ({ name, id })) };
    },
    /** All curves, or those of one currency; `undefined` for a code that is no currency. */
    discountCurves(currency?: string): Record<string, DiscountCurve> | undefined {
      if (!currency) return discountCurves();
      const code = currency.toUpperCase();
      if (currencies()[code] === undefined) return undefined;
      return Object.fromEntries(Object.entries(discountCurves()).filter(([, curve]) => curve.currency === code));
    },
    convertDates: (family: "pa" | "vault", parameters: DateConversion) => convertDates(family, parameters, today()),
    templateTypes: () =>
      Object.fromEntries(Object.entries(templateTypes()).map(([id, { category, name }]) => [id, { category, name }])),
    templateType: (id: string) => templateTypes()[id.toUpperCase()],
  };
}

export type Catalogue = ReturnType<typeof createCatalogue>;
