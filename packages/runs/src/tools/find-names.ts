import path from "node:path";
import { documentFamilyIds, isComponentFamilyId } from "@analytics-engines/core/basics";
import { listReferences } from "@analytics-engines/core/parameters";
import * as z from "zod";
import { findFiles } from "../files/find-files.ts";
import { MAX_FILE_BYTES } from "../files/parameter-files.ts";
import { type DirectoryKind, directoryRoots, isMissingOrForbidden, type NameEntry } from "../names/service-lists.ts";
import { checkFiles, parametersByPath } from "../sweep/check-files.ts";
import type { ToolAnswer } from "./answer.ts";
import { defineTool, pageInput, ToolInputError, type ToolService, type ToolWorld } from "./tool.ts";

/** The most directories that a search reads. */
const MAX_DIRECTORIES = 60;
/** The most parameter files that a search for benchmarks reads, and the most ids that it looks up. */
const MAX_FILES = 300;
const MAX_BENCHMARKS = 40;

const input = z.strictObject({
  ...pageInput,
  kind: z.enum(["account", "document", "component", "benchmark"]).describe("What to find."),
  text: z.string().min(1).max(200).describe("Words of the name, the path or the id, in any order and letter case."),
  family: z.enum(documentFamilyIds).default("pa").describe("The family of a document or a component."),
  place: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe(
      "For an account or a document, a directory such as Client:/Growth/; for a component, the path of its document.",
    ),
  limit: z.int().min(1).max(100).default(20).describe("The most names in the answer."),
});
type Search = z.output<typeof input>;

export const findNames = defineTool({
  name: "findNames",
  title: "Find names on the service",
  mayAskService: true,
  description:
    "Finds accounts, documents, components and benchmarks of the active connection by name, with the id or path to write into a parameter file. It only reads, and only a limited number of directories: name a place to search deeper.",
  input,
  async answer(search, world) {
    const service = await world.service();
    if (search.kind === "account") return findPaths("accounts", search, service);
    if (search.kind === "document") return findPaths(`${search.family} documents`, search, service);
    if (search.kind === "component") return findComponents(search, service);
    return findBenchmarks(search, service, world);
  },
});

/** Searches the directories that are nearest to the roots until a page is full. */
async function findPaths(
  list: DirectoryKind,
  { kind, family, text, place: startDirectory, limit, offset }: Search,
  { names }: ToolService,
): Promise<ToolAnswer> {
  const queue = startDirectory === undefined ? [...directoryRoots] : [startDirectory];
  const paths: string[] = [];
  let searched = 0;
  let refused = 0;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (searched + refused >= MAX_DIRECTORIES || paths.length > offset + limit) {
      queue.unshift(next);
      break;
    }
    try {
      const { directories, entries } = await names.directory(list, next).ready;
      paths.push(...entries.filter((path) => hasWords(text, path)));
      queue.push(...directories);
      searched++;
    } catch (error) {
      // The user may not have access to each directory.
      if (!isMissingOrForbidden(error)) throw error;
      refused++;
    }
  }
  const facts = {
    kind,
    ...(kind === "document" && { family }),
    searchedDirectories: searched,
    refusedDirectories: refused,
    isComplete: queue.length === 0,
  };
  return answerOf(
    facts,
    paths.map((id) => ({ id })),
    limit,
    offset,
  );
}

async function findComponents(
  { text, family, place: document, limit, offset }: Search,
  { names }: ToolService,
): Promise<ToolAnswer> {
  if (!isComponentFamilyId(family))
    throw new ToolInputError(`The family ${family} has no components. Find its documents with the kind document.`);
  if (document !== undefined) {
    const entries = await names.componentsOf(family, document).ready;
    return answerOf({ kind: "component", family, isComplete: true }, matching(entries, text), limit, offset);
  }
  // Reports a service that does not answer: the search below would skip everything.
  await names.directory(`${family} documents`, directoryRoots[0]).ready.catch((error: unknown) => {
    if (!isMissingOrForbidden(error)) throw error;
  });
  const search = names.components(family);
  await search.more;
  const facts = { kind: "component", family, searched: "the first documents of each directory", isComplete: false };
  return answerOf(facts, matching(search.components, text), limit, offset);
}

/** The service lists no benchmarks: those of the user and of the parameter files are looked up, and the text itself as an id. */
async function findBenchmarks(
  { text, limit, offset }: Search,
  service: ToolService,
  world: ToolWorld,
): Promise<ToolAnswer> {
  const ids = [...new Set([text, ...service.benchmarks, ...(await benchmarksInFiles(world))])];
  const entries: NameEntry[] = [];
  for (const id of ids.slice(0, MAX_BENCHMARKS)) {
    try {
      const entry = await service.names.benchmark(id).ready;
      if (id === text || matching([entry], text).length > 0) entries.push(entry);
    } catch (error) {
      if (!isMissingOrForbidden(error)) throw error;
    }
  }
  const benchmarks = [...new Map(entries.map((entry) => [entry.id, entry])).values()];
  const searched =
    "the id itself, the benchmarks that the user looked up, and those of the parameter files: the service lists none";
  return answerOf(
    { kind: "benchmark", searched, isComplete: false },
    benchmarks.map(({ id, name }) => ({ id, name })),
    limit,
    offset,
  );
}

/** The ids of the benchmarks in the parameter files of the open folders. */
async function benchmarksInFiles({ folders, reading }: ToolWorld): Promise<readonly string[]> {
  const ids = folders.map(async (folder) => {
    const fileNames = findFiles(folder, {}, { root: folder }).files.slice(0, MAX_FILES);
    const readingOf = (name: string) => reading(path.join(folder, name));
    const options = { reading: readingOf, root: folder, maxBytes: MAX_FILE_BYTES };
    const files = parametersByPath(await checkFiles(folder, fileNames, options));
    return [...files.values()]
      .flatMap((parameters) => listReferences(parameters))
      .filter(({ kind }) => kind === "benchmark")
      .map(({ id }) => id);
  });
  return (await Promise.all(ids)).flat();
}

function matching(entries: readonly NameEntry[], text: string) {
  return entries
    .filter(({ id, name, category, path }) => hasWords(text, [name, id, category, path].join("\n")))
    .map(({ id, name, category, path }) => ({ id, name, category, path }));
}

/** Whether a text contains each word of a query. */
function hasWords(query: string, text: string): boolean {
  const lower = text.toLowerCase();
  const words = query.toLowerCase().split(/\s+/);
  return words.every((word) => lower.includes(word));
}

function answerOf(facts: ToolAnswer["facts"], matches: readonly object[], limit: number, offset: number): ToolAnswer {
  const before = Math.min(offset, matches.length);
  const items = matches.slice(before, before + limit);
  const after = matches.length - before - items.length;
  return { facts, list: { name: "found", items, before, after, rest: "Or ask with more words, or with a place." } };
}
