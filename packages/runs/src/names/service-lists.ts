import type { Client } from "@analytics-engines/core";
import { type ComponentFamilyId, componentFamilyIds, isComponentFamilyId } from "@analytics-engines/core/basics";
import { entriesOf, objectOf, objectsIn, stringOf } from "./answer-values.ts";
import type { NameEntry } from "./name-entry.ts";
import { perFamily } from "./service-directories.ts";

/** The directories at which paths begin. The service does not list them; it answers 404 for those that a user does not have. */
export const directoryRoots = ["Client:/", "Personal:/", "Demo:/"] as const;

type Answer = Promise<{ readonly data: { readonly data: unknown } }>;

/** The lists that the service answers with one request. */
const simpleLists = {
  columns: ({ pa }: Client): Answer => pa.columns.list(),
  groups: ({ pa }: Client): Answer => pa.groups.list(),
  statistics: ({ pa }: Client): Answer => pa.columnStatistics.list(),
  currencies: ({ lookups }: Client): Answer => lookups.currencies.list(),
  "discount curves": ({ fi }: Client): Answer => fi.discountCurves.list(),
  "template types": ({ pa }: Client): Answer => pa.unlinkedTemplates.types.list(),
  "grouping frequencies": ({ pa }: Client): Answer => pa.groupingFrequencies.list(),
  calendars: ({ pa }: Client): Answer => pa.calendars.list(),
};

type Columns = () => Promise<readonly NameEntry[]>;

/** The lists that take several requests. */
const mergedLists = {
  "pricing sources": askPricingSources,
  "commentary configurations": ({ pa }: Client) =>
    merged(
      directoryRoots.map(async (root) => {
        const { data } = (await pa.commentaryConfigurations.list({ path: root.replace(/\/$/, "") })).data;
        return entriesOf(data).map(([id, { name, directory }]) => [id, { name, category: directory }] as const);
      }),
    ),
  "peer universes": ({ spar }: Client) =>
    merged(
      peerCategories.map(async (category) => {
        const { data } = (await spar.peerUniverses.list({ category })).data;
        return objectsIn(objectOf(data)["peerUniverseList"]).flatMap(({ universeid, universename, categoryname }) => {
          const id = stringOf(universeid);
          return id ? [[id, { name: universename, category: categoryname }] as const] : [];
        });
      }),
    ),
};

/** A list of reference data. */
export type NameList = keyof typeof simpleLists | keyof typeof mergedLists | `${ComponentFamilyId} frequencies`;

/** All lists of reference data. */
export const nameLists: readonly NameList[] = [
  ...Object.keys(simpleLists).filter((name) => isOneOf(name, simpleLists)),
  ...Object.keys(mergedLists).filter((name) => isOneOf(name, mergedLists)),
  ...perFamily(componentFamilyIds, "frequencies"),
];

/**
 * Requests a list and returns it as the service answers it: an object by id, unless the answer is malformed.
 * @param columns the columns, if they are known: a service may list pricing sources only by the directories of columns
 */
export async function askList(
  client: Client,
  list: NameList,
  columns: Columns = async () => nameEntries((await client.pa.columns.list()).data.data),
): Promise<unknown> {
  if (isOneOf(list, simpleLists)) return (await simpleLists[list](client)).data.data;
  if (isOneOf(list, mergedLists)) return mergedLists[list](client, columns);
  const [family = ""] = list.split(" ");
  return isComponentFamilyId(family) ? (await client[family].frequencies.list()).data.data : undefined;
}

function isOneOf<Lists extends object>(name: PropertyKey, lists: Lists): name is keyof Lists {
  return Object.hasOwn(lists, name);
}

/** The entries of a list. @throws MalformedAnswerError if it is not an object by id */
export function nameEntries(data: unknown): NameEntry[] {
  return entriesOf(data).map(([id, { name, category, directory }]) => ({
    id,
    name: stringOf(name) ?? id,
    category: stringOf(category),
    directory: stringOf(directory),
  }));
}

/** No list names the directories of pricing sources. If the service requires one (400), this tries those of the columns. */
async function askPricingSources({ pa }: Client, columns: Columns): Promise<unknown> {
  try {
    return (await pa.pricingSources.list()).data.data;
  } catch (error) {
    if (!(error instanceof Error && "status" in error && error.status === 400)) throw error;
    const directories = [...new Set((await columns()).flatMap(({ directory }) => directory ?? []))];
    if (directories.length === 0) throw error;
    return merged(
      directories.map(async (directory) => entriesOf((await pa.pricingSources.list({ directory })).data.data)),
    );
  }
}

/** The categories of peer universes that need no directory. */
const peerCategories = [
  "US Funds",
  "Asia Funds",
  "Intl Funds",
  "Institutions",
  "Hedge Funds",
  "Database",
  "Domicile",
  "Manager",
  "Rating",
] as const;

/**
 * The entries of several answers, without those that the service refuses: the user may not have a directory or a category.
 * @throws the first error if every request fails
 */
async function merged(requests: readonly Promise<readonly (readonly [string, unknown])[]>[]): Promise<unknown> {
  const answers = await Promise.allSettled(requests);
  const entryLists = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  const [first] = answers;
  if (entryLists.length === 0 && first?.status === "rejected") throw first.reason;
  return Object.fromEntries(entryLists.flat());
}
