import { type FamilyId, isOptimizerId } from "../../families/families.ts";
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

/** The question about a reference. */
export function questionOf(reference: Reference, client: ReferenceSource): Question {
  const { kind, engine, id, account } = reference;
  const list = (ask: Ask, key: string = kind): Question => ({ kind: "list", key, ask });
  switch (kind) {
    case "component":
      return {
        kind: "entry",
        key: `${engine} component ${id.toUpperCase()}`,
        ask: (options) => askComponent(engine, id, client, options),
      };
    case "column":
      return list((options) => client.pa.columns.list(undefined, options));
    case "statistic":
      return list((options) => client.pa.columnStatistics.list(options));
    case "group":
      return list((options) => client.pa.groups.list(options));
    case "pricing source":
      return list((options) => client.pa.pricingSources.list(undefined, options));
    case "calendar":
      return list((options) => client.pa.calendars.list(options));
    case "currency":
      return list((options) => client.lookups.currencies.list(options));
    case "grouping frequency":
      return list((options) => client.pa.groupingFrequencies.list(options));
    case "frequency": {
      const { frequencies } = engine === "spar" ? client.spar : engine === "vault" ? client.vault : client.pa;
      return list((options) => frequencies.list(options), `${engine} frequency`);
    }
    case "template type":
      return list((options) => client.pa.unlinkedTemplates.types.list(options));
    case "discount curve":
      return list((options) => client.fi.discountCurves.list(undefined, options));
    case "configuration":
      if (account === undefined) return { kind: "none", reason: "There is no account beside it to look it up by." };
      return list((options) => client.vault.configurations.list({ account }, options), `configuration ${account}`);
    case "account":
      return folder(client.lookups.accounts, "accounts", id);
    case "document":
      if (engine === "pa") return folder(client.pa.documents, "pa documents", id);
      if (engine === "pub") return folder(client.pub.documents, "pub documents", id);
      break;
    case "strategy":
      if (isOptimizerId(engine)) return folder(client[engine].strategies, `${engine} strategies`, id);
      break;
  }
  return { kind: "none", reason: "The service has no list of these." };
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
