import type { OptimizerId } from "../../families/families.ts";

/** The part of a client that resolves references. `createClient()` returns one, which paces each call. */
export interface ReferenceSource extends Readonly<Record<OptimizerId, Optimizer>> {
  readonly pa: {
    readonly components: Get<Named>;
    readonly templatedComponents: Get<unknown>;
    readonly calendars: Listing<Named>;
    readonly frequencies: Listing<Named>;
    readonly groupingFrequencies: Listing<Named>;
    readonly columns: List<undefined, Named>;
    readonly columnStatistics: Listing<Named>;
    readonly groups: Listing<Named>;
    readonly pricingSources: List<undefined, Named>;
    readonly documents: Folder;
    readonly unlinkedTemplates: { readonly types: Listing<Named> };
  };
  readonly spar: {
    readonly components: Get<Named>;
    readonly frequencies: Listing<Named>;
    readonly benchmarks: { get(query: { readonly id: string }, options?: CallOptions): Answer<Named> };
  };
  readonly vault: {
    readonly components: Get<Named>;
    readonly frequencies: Listing<Named>;
    readonly configurations: List<{ readonly account: string }, Named>;
  };
  readonly pub: { readonly documents: Folder };
  readonly fi: { readonly discountCurves: List<undefined, Named> };
  readonly lookups: { readonly accounts: Folder; readonly currencies: Listing<Named> };
}

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** What a list says about an entry. */
interface Named {
  readonly name?: string | null | undefined;
  readonly category?: string | null | undefined;
}

type Answer<Data> = Promise<{ readonly data: { readonly data?: Data | null | undefined } }>;

interface Get<Data> {
  get(id: string, options?: CallOptions): Answer<Data>;
}
interface Listing<Entry> {
  list(options?: CallOptions): Answer<Readonly<Record<string, Entry | null>>>;
}
interface List<Query, Entry> {
  list(query: Query, options?: CallOptions): Answer<Readonly<Record<string, Entry | null>>>;
}
interface Optimizer {
  readonly strategies: Folder;
}

/** The content of a directory: the names of its accounts and documents. A value that is not a text is not a name. */
interface FolderEntries {
  readonly accounts?: readonly unknown[] | null | undefined;
  readonly documents?: readonly unknown[] | null | undefined;
}
export interface Folder {
  list(path: string, options?: CallOptions): Answer<FolderEntries>;
}
