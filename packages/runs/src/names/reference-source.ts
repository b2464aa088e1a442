import { type ComponentFamilyId, familyRecord, optimizerIds } from "@analytics-engines/core/basics";
import type { DateQuery, DateSource, ReferenceSource } from "@analytics-engines/core/parameters";
import type { CachedAnswer } from "./answer-cache.ts";
import type { NameEntry } from "./name-entry.ts";
import type { DirectoryKind } from "./service-directories.ts";
import type { NameList } from "./service-lists.ts";
import type { ServiceNames } from "./service-names.ts";

/** The names of a connection as a source for core, which resolves references without repeating requests. */
export function referenceSource(names: ServiceNames): ReferenceSource {
  const list = (which: NameList) => ({ list: () => entries(names.list(which)) });
  const components = (engine: ComponentFamilyId) => ({
    get: async (id: string) => answer(await names.component(engine, id).ready),
  });
  const folder = (kind: DirectoryKind) => ({
    list: async (path: string) => {
      const { entries: paths, unread } = await names.directory(kind, path).ready;
      return answer({ documents: [...paths.map((whole) => whole.slice(whole.lastIndexOf("/") + 1)), ...unread] });
    },
  });
  return {
    ...familyRecord(optimizerIds, (id) => ({ strategies: folder(`${id} strategies`) })),
    pa: {
      components: components("pa"),
      templatedComponents: { get: async (id) => answer(await names.templatedComponent(id).ready) },
      calendars: list("calendars"),
      frequencies: list("pa frequencies"),
      groupingFrequencies: list("grouping frequencies"),
      columns: list("columns"),
      columnStatistics: list("statistics"),
      groups: list("groups"),
      pricingSources: list("pricing sources"),
      documents: folder("pa documents"),
      unlinkedTemplates: { types: list("template types") },
    },
    spar: {
      components: components("spar"),
      frequencies: list("spar frequencies"),
      benchmarks: { get: async ({ id }) => answer(await names.benchmark(id).ready) },
    },
    vault: {
      components: components("vault"),
      frequencies: list("vault frequencies"),
      configurations: { list: ({ account }) => entries(names.configurations(account)) },
    },
    pub: { documents: folder("pub documents") },
    fi: { discountCurves: list("discount curves") },
    lookups: { accounts: folder("accounts"), currencies: list("currencies") },
  };
}

/** The service of a connection as a source for core, which resolves dates that are relative to a day without repeating requests. */
export function dateSource(names: ServiceNames, today: Date): DateSource {
  const day = today.toISOString().slice(0, 10);
  const dates = (engine: "pa" | "vault") => ({
    dates: { convert: async (query: DateQuery) => answer(await names.dates(engine, query, day).ready) },
  });
  return { pa: dates("pa"), vault: dates("vault") };
}

async function entries(lookup: CachedAnswer<readonly NameEntry[]>) {
  return answer(Object.fromEntries((await lookup.ready).map((entry) => [entry.id, entry])));
}

function answer<Data>(data: Data): { readonly data: { readonly data: Data } } {
  return { data: { data } };
}
