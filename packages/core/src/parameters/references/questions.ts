import { type FamilyId, isOptimizerId } from "../../families/families.ts";
import type { ReferenceKind } from "../../families/fields.ts";
import { property } from "../../json/value.ts";
import type { Reference } from "./list.ts";
import type { Folder, ReferenceSource } from "./source.ts";

type Ask = (options: {
  readonly signal?: AbortSignal | undefined;
}) => Promise<{ readonly data: { readonly data?: unknown } }>;

/** A question to the service about a reference. Questions with the same key have the same answer. */
export type Question =
  /** Reads the object at its own address: 404 means that it does not exist, 400 that the id is not valid. */
  | { readonly kind: "entry"; readonly key: string; readonly ask: Ask }
  /** Reads a list of all objects of the kind, by id. */
  | { readonly kind: "list"; readonly key: string; readonly ask: Ask }
  /** Reads the directory of the object, and looks for its name. */
  | {
      readonly kind: "folder";
      readonly key: string;
      readonly ask: Ask;
      readonly directory: string;
      readonly name: string;
    }
  | { readonly kind: "none"; readonly reason: string };

/** How to look up a reference of a kind; undefined if the service has no list of them. */
type Lookup = (client: ReferenceSource, reference: Reference) => Question | undefined;

const list = (key: string, ask: Ask): Question => ({ kind: "list", key, ask });

const lookups: Readonly<Partial<Record<ReferenceKind, Lookup>>> = {
  component: (client, { engine, id }) => {
    const ask: Ask = (options) => askComponent(engine, id, client, options);
    return { kind: "entry", key: `${engine} component ${id.toUpperCase()}`, ask };
  },
  column: ({ pa }) => list("column", (options) => pa.columns.list(undefined, options)),
  statistic: ({ pa }) => list("statistic", (options) => pa.columnStatistics.list(options)),
  group: ({ pa }) => list("group", (options) => pa.groups.list(options)),
  "pricing source": ({ pa }) => list("pricing source", (options) => pa.pricingSources.list(undefined, options)),
  calendar: ({ pa }) => list("calendar", (options) => pa.calendars.list(options)),
  currency: (client) => list("currency", (options) => client.lookups.currencies.list(options)),
  "grouping frequency": ({ pa }) => list("grouping frequency", (options) => pa.groupingFrequencies.list(options)),
  frequency: (client, { engine }) => {
    const { frequencies } = engine === "spar" || engine === "vault" ? client[engine] : client.pa;
    return list(`${engine} frequency`, (options) => frequencies.list(options));
  },
  "template type": ({ pa }) => list("template type", (options) => pa.unlinkedTemplates.types.list(options)),
  "discount curve": ({ fi }) => list("discount curve", (options) => fi.discountCurves.list(undefined, options)),
  configuration: ({ vault }, { account }) =>
    account === undefined
      ? { kind: "none", reason: "There is no account beside it to look it up by." }
      : list(`configuration ${account}`, (options) => vault.configurations.list({ account }, options)),
  account: (client, { id }) => folder(client.lookups.accounts, "accounts", id),
  // The service has no list of benchmarks, but shows each by its id. A benchmark may also be the path of an account.
  benchmark: (client, { id }) => {
    if (id.includes("/")) return folder(client.lookups.accounts, "accounts", id);
    return {
      kind: "entry",
      key: `benchmark ${id.toUpperCase()}`,
      ask: (options) => client.spar.benchmarks.get({ id }, options),
    };
  },
  document: (client, { engine, id }) =>
    engine === "pa" || engine === "pub" ? folder(client[engine].documents, `${engine} documents`, id) : undefined,
  strategy: (client, { engine, id }) =>
    isOptimizerId(engine) ? folder(client[engine].strategies, `${engine} strategies`, id) : undefined,
};

/** The question about a reference. */
export function questionOf(reference: Reference, client: ReferenceSource): Question {
  const question = lookups[reference.kind]?.(client, reference);
  return question ?? { kind: "none", reason: "The service has no list of these." };
}

/** A calculation may name a component of a document or, of `pa`, a templated component. Each has an address of its own. */
async function askComponent(
  engine: FamilyId,
  id: string,
  client: ReferenceSource,
  options: Parameters<Ask>[0],
): ReturnType<Ask> {
  if (engine === "spar") return client.spar.components.get(id, options);
  if (engine === "vault") return client.vault.components.get(id, options);
  try {
    return await client.pa.components.get(id, options);
  } catch (error) {
    if (!isUnknown(error)) throw error;
    return client.pa.templatedComponents.get(id, options);
  }
}

/** Whether the service answered that an id does not exist (404) or is not valid (400). */
export function isUnknown(error: unknown): boolean {
  const status = property(error, "status");
  return status === 404 || status === 400;
}

/** Paths have the form `Client:/Folder/NAME` or `Client:NAME`; a text without a folder is another kind of id. */
function folder(source: Folder, key: string, path: string): Question {
  const cut = path.includes("/") ? path.lastIndexOf("/") : /^\w+:.+\.\w+$/.test(path) ? path.indexOf(":") + 1 : 0;
  if (cut === 0) return { kind: "none", reason: "It is no path, so there is no directory to look in." };
  const directory = path.slice(0, cut);
  const name = path.slice(cut).replace(/^\//, "");
  return {
    kind: "folder",
    key: `${key} ${directory.toLowerCase()}`,
    ask: (options) => source.list(directory, options),
    directory,
    name,
  };
}
