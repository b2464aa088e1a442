import type { Client } from "@analytics-engines/core";
import {
  type Clock,
  type ComponentFamilyId,
  componentFamilyIds,
  familyRecord,
  type JsonObject,
  optimizerIds,
} from "@analytics-engines/core/basics";
import type { DateQuery, DateSource, ReferenceSource } from "@analytics-engines/core/parameters";
import { AnswerCache, type CachedAnswer, walkComponents } from "./answer-cache.ts";
import {
  askList,
  type DirectoryEntries,
  type DirectoryKind,
  directoryRoots,
  type NameEntry,
  type NameList,
  nameEntries,
  objectOf,
  readDirectory,
  returnTypes,
  stringOf,
  withSlash,
} from "./service-lists.ts";

type Entries = CachedAnswer<readonly NameEntry[]>;

/**
 * The names that the service of one connection knows. Each request is sent at the first lookup, and this object keeps its answer. Requests go
 * through the client of the connection, which paces them.
 */
export type ServiceNames = ReturnType<typeof createServiceNames>;

/**
 * A lookup with `refresh` sends its request again although the answer is kept, or although the request has just failed.
 * @param onAnswer called after each answer and each failure
 */
export function createServiceNames(
  connect: () => Promise<Client>,
  { clock, onAnswer }: { readonly clock: Clock; readonly onAnswer: () => void },
) {
  const lists = new AnswerCache<readonly NameEntry[]>(clock, onAnswer);
  const directories = new AnswerCache<DirectoryEntries>(clock, onAnswer);
  const components = new AnswerCache<NameEntry>(clock, onAnswer);
  const dates = new AnswerCache<JsonObject>(clock, onAnswer);
  // A component of a list that is known needs no request of its own.
  const listed = new Map<string, NameEntry>();

  const list = (which: NameList, refresh?: boolean): Entries =>
    lists.lookUp(
      which,
      async () => nameEntries(await askList(await connect(), which, () => list("columns").ready)),
      refresh,
    );
  /** The entries of a directory, whose path may end with a slash. */
  const directory = (kind: DirectoryKind, path: string, refresh?: boolean) =>
    directories.lookUp(
      `${kind} ${withSlash(path).toLowerCase()}`,
      async () => readDirectory(await connect(), kind, path),
      refresh,
    );
  /** The components of one document. */
  const componentsOf = (engine: ComponentFamilyId, document: string, refresh?: boolean): Entries =>
    lists.lookUp(
      `${engine} components ${document.toLowerCase()}`,
      async () => {
        const { data } = (await (await connect())[engine].components.list({ document })).data;
        const entries = nameEntries(data).map((entry) => ({ ...entry, path: document }));
        for (const entry of entries) listed.set(componentKey(engine, entry.id), entry);
        return entries;
      },
      refresh,
    );
  const walks = familyRecord(componentFamilyIds, (engine) =>
    walkComponents(
      {
        directory: (path) => directory(`${engine} documents`, path),
        componentsOf: (document) => componentsOf(engine, document),
      },
      directoryRoots,
    ),
  );
  return {
    list,
    directory,
    componentsOf,
    /** The components of the first documents of the service. The first call starts the search. */
    components: (engine: ComponentFamilyId) => walks[engine](),
    /** A component by its id. */
    component: (engine: ComponentFamilyId, id: string) =>
      components.lookUp(componentKey(engine, id), async () => {
        const entry = listed.get(componentKey(engine, id));
        if (entry) return entry;
        const { name, category, path } = objectOf((await (await connect())[engine].components.get(id)).data.data);
        return { id, name: stringOf(name) ?? id, category: stringOf(category), path: stringOf(path) };
      }),
    /** A templated component of `pa` by its id. */
    templatedComponent: (id: string) =>
      components.lookUp(`templated ${id.toUpperCase()}`, async () => {
        const { description, directory } = objectOf((await (await connect()).pa.templatedComponents.get(id)).data.data);
        return { id, name: stringOf(description) || id, category: undefined, path: stringOf(directory) };
      }),
    /** A benchmark by its id: the service lists none. */
    benchmark: (id: string) =>
      components.lookUp(`benchmark ${id.toUpperCase()}`, async () => {
        const benchmark = objectOf((await (await connect()).spar.benchmarks.get({ id })).data.data);
        const benchmarkId = stringOf(benchmark["id"]) ?? id;
        return { id: benchmarkId, name: stringOf(benchmark["name"]) ?? benchmarkId };
      }),
    /** The days of relative dates on a day, for a component and an account. */
    dates: (engine: "pa" | "vault", query: DateQuery, today: string) =>
      dates.lookUp(`${engine} ${today} ${JSON.stringify(query)}`, async () =>
        objectOf((await (await connect())[engine].dates.convert(query)).data.data),
      ),
    /** The configurations of a `vault` account. */
    configurations: (account: string, refresh?: boolean): Entries =>
      lists.lookUp(
        `configurations ${account.toLowerCase()}`,
        async () => nameEntries((await (await connect()).vault.configurations.list({ account })).data.data),
        refresh,
      ),
    /** The return types of a `spar` account. */
    returnTypes: (account: string): Entries =>
      lists.lookUp(`return types ${account.toLowerCase()}`, async () =>
        returnTypes((await (await connect()).spar.accounts.returnsType(account)).data.data),
      ),
  };
}

function componentKey(engine: ComponentFamilyId, id: string): string {
  return `${engine} ${id.toUpperCase()}`;
}

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
