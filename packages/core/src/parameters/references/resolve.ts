import type { ReferenceKind } from "../../families/fields.ts";
import { entries, isObject, items, property } from "../../json/value.ts";
import { nearestFew, nearestIds } from "../../text/nearest.ts";
import type { Issue, Range } from "../issues/issue.ts";
import { quotedWithin } from "../text/words.ts";
import { isUnknown, type Question, questionOf, type Reference, type ReferenceSource } from "./references.ts";

/** A name that the service knows, and the id (or path) to write for it. */
export interface Suggestion {
  readonly id: string;
  readonly name: string;
}

/** A reference with the service's answer. */
export type ResolvedReference = Reference &
  (
    | { readonly isKnown: true; readonly name: string | undefined; readonly category: string | undefined }
    /** The service does not know it. `closest`: at most three similar names. */
    | {
        readonly isKnown: false;
        readonly suggestions: readonly Suggestion[];
        /** Whether there was a list to compare with. */
        readonly isCompared: boolean;
      }
    /**
     * Unknown, for the reason given. `no-list`: the service has no list of such objects, so nothing was asked. `unanswered`: the service
     * gave no usable answer.
     */
    | { readonly isKnown: undefined; readonly why: "no-list" | "unanswered"; readonly reason: string }
  );

const MAX_SUGGESTIONS = 3;
/** Longer ids are digits, among which only a few typing errors mean something. */
const MAX_WORD_LENGTH = 40;
const MAX_ID_ERRORS = 2;

/** The answers of each client, by the key of the question. */
const answers = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Asks the service about references: one request for each list, directory or component. The answers are remembered as long as the client
 * lives, and the client paces the requests. A client without answers first asks one question alone: refused credentials that are sent often
 * could lock the account, and a service that cannot be reached should cost only one wait.
 * @throws the client's error if the credentials are refused (401), or if the first question shows that the service cannot be reached (no
 * answer, 503); the signal's reason when aborted. After another error the references of that question are `unanswered`: the user may lack
 * the right to one list (403) and have the right to the others.
 * @example
 * ```ts
 * import { listReferences, readParameterFile, type ReferenceSource, resolveReferences } from "@analytics-engines/core/parameters";
 *
 * export async function unknownNames(text: string, client: ReferenceSource): Promise<string[]> {
 *   const references = listReferences(readParameterFile(text, { family: "pa" }));
 *   const resolved = await resolveReferences(references, client);
 *   return resolved.flatMap(({ isKnown, id }) => (isKnown === false ? [id] : []));
 * }
 * ```
 */
export async function resolveReferences(
  references: readonly Reference[],
  client: ReferenceSource,
  options: ResolveOptions = {},
): Promise<ResolvedReference[]> {
  const questions = references.map((reference) => questionOf(reference, client));
  const outcomes = await askAll(questions, client, options);
  const readers = new Map<string, AnswerReader>();
  const resolve = (reference: Reference, question: Question): ResolvedReference => {
    if (question.kind === "none") return { ...reference, isKnown: undefined, why: "no-list", reason: question.reason };
    const outcome = outcomes.get(question.key);
    if (outcome === undefined) return { ...reference, isKnown: undefined, why: "unanswered", reason: TOO_MANY };
    if ("error" in outcome) return resolveFailed(reference, question, outcome.error);
    const reader = readers.get(question.key) ?? readerOf(question, outcome.answer);
    readers.set(question.key, reader);
    return reader(reference, question);
  };
  const resolved: ResolvedReference[] = [];
  for (const [index, reference] of references.entries()) {
    const question = questions[index];
    if (question !== undefined) resolved.push(resolve(reference, question));
    if (options.pause !== undefined) await options.pause();
  }
  return withClosestKnown(resolved);
}

export interface ResolveOptions {
  readonly signal?: AbortSignal | undefined;
  /** The most requests to send. References that need another one are `unanswered`. */
  readonly maxQuestions?: number | undefined;
  /** Called after each reference, so that other work gets its turn between many. */
  readonly pause?: (() => Promise<void>) | undefined;
}

const TOO_MANY = "Too many other references are asked about.";

type Reply = { readonly answer: unknown } | { readonly error: unknown };

/** The answers to different questions, by their keys. */
async function askAll(
  questions: readonly Question[],
  client: ReferenceSource,
  { signal, maxQuestions }: ResolveOptions,
): Promise<ReadonlyMap<string, Reply>> {
  const clientAnswers = answers.get(client) ?? new Map<string, Promise<unknown>>();
  answers.set(client, clientAnswers);
  const outcomes = new Map<string, Reply>();
  const ask = async (question: AskedQuestion, isRefusal: (error: unknown) => boolean) => {
    try {
      const answer = clientAnswers.get(question.key) ?? question.ask({ signal }).then(({ data }) => data.data);
      clientAnswers.set(question.key, answer);
      outcomes.set(question.key, { answer: await answer });
    } catch (error) {
      clientAnswers.delete(question.key);
      signal?.throwIfAborted();
      if (isRefusal(error)) throw error;
      outcomes.set(question.key, { error });
    }
  };
  const different = firstByKey(
    questions.filter((question) => question.kind !== "none"),
    ({ key }) => key,
  );
  const batch = [...different.values()].slice(0, maxQuestions);
  const [first] = batch;
  if (clientAnswers.size === 0 && first !== undefined) await ask(first, cannotBeAsked);
  await Promise.all(batch.filter(({ key }) => !outcomes.has(key)).map((question) => ask(question, isUnauthorized)));
  return outcomes;
}

function resolveFailed(reference: Reference, question: AskedQuestion, error: unknown): ResolvedReference {
  const isMissing = question.kind === "entry" ? isUnknown(error) : property(error, "status") === 404;
  if (isMissing && reference.kind !== "calendar")
    return { ...reference, isKnown: false, suggestions: [], isCompared: false };
  return { ...reference, isKnown: undefined, why: "unanswered", reason: reasonOf(reference, error) };
}

/** The service lists no benchmarks and not all components, so the closest names are those of the others that it knows. */
function withClosestKnown(resolved: readonly ResolvedReference[]): ResolvedReference[] {
  const known = Map.groupBy(
    resolved.filter(({ isKnown }) => isKnown === true),
    ({ kind }) => kind,
  );
  return resolved.map((ref) => {
    if (!(ref.kind === "benchmark" || ref.kind === "component") || ref.isKnown !== false) return ref;
    if (ref.suggestions.length > 0) return ref;
    const others = (known.get(ref.kind) ?? []).filter(({ engine }) => engine === ref.engine);
    const byId = new Map(others.map(({ id }) => [id, id]));
    return { ...ref, suggestions: findClosest(ref.id, byId) };
  });
}

/**
 * Why a question has no usable answer. Older deployments have no list of calendars, so a 404 does not mean that the calendar is unknown.
 * The service lists pricing sources by directory, which a parameter file does not name, so a 400 does not mean that the source is unknown.
 */
function reasonOf(reference: Reference, error: unknown): string {
  if (reference.kind === "pricing source" && property(error, "status") === 400)
    return "The service lists pricing sources by directory, and the file names no directory.";
  return error instanceof Error ? error.message : "The question failed.";
}

function isUnauthorized(error: unknown): boolean {
  return property(error, "status") === 401;
}

/** Whether the first question failed for a reason that applies to all others: no answer, refused credentials, or an unavailable service. */
function cannotBeAsked(error: unknown): boolean {
  const status = property(error, "status");
  return status === undefined || status === 401 || status === 503;
}

type AskedQuestion = Exclude<Question, { kind: "none" }>;

/** Resolves a reference by the answer to its question. */
type AnswerReader = (reference: Reference, question: AskedQuestion) => ResolvedReference;

/** Many references have the same question, so its answer is read once. */
function readerOf({ kind }: AskedQuestion, answer: unknown): AnswerReader {
  if (kind === "list") return listReader(answer);
  if (kind === "folder") return folderReader(answer);
  return (reference) => ({ ...reference, isKnown: true, ...readNameAndCategory(answer) });
}

function listReader(answer: unknown): AnswerReader {
  const list = entries(answer);
  // Ids and paths are the same in any letter case.
  const entryById = firstByKey(list, ([id]) => id.toLowerCase());
  // Some ids are words themselves: `USD`, `Monthly`.
  const ids = list.map(([id]): [string, string] => [id, id]);
  const names = list.map(([id, value]): [string, string] => [readNameAndCategory(value).name ?? id, id]);
  const idByName = new Map([...ids, ...names]);
  return (reference) => {
    const entry = entryById.get(reference.id.toLowerCase());
    if (entry) return { ...reference, isKnown: true, ...readNameAndCategory(entry[1]) };
    if (!isObject(answer)) return cannotTell(reference);
    return { ...reference, isKnown: false, suggestions: findClosest(reference.id, idByName), isCompared: true };
  };
}

function folderReader(answer: unknown): AnswerReader {
  const lists = [property(answer, "accounts"), property(answer, "documents")];
  const listed = lists.flatMap(items);
  const names = listed.filter((name) => typeof name === "string");
  const isRead = isObject(answer) && names.length === listed.length && lists.every(isListOrNone);
  const nameByLowerCase = firstByKey(names, (name) => name.toLowerCase());
  return (reference, question) => {
    const { directory, name } = question.kind === "folder" ? question : { directory: "", name: reference.id };
    const currentName = nameByLowerCase.get(name.toLowerCase());
    if (currentName !== undefined) return { ...reference, isKnown: true, name: currentName, category: undefined };
    if (!isRead) return cannotTell(reference);
    const slash = directory.endsWith(":") && !reference.id.includes("/") ? "" : "/";
    const idByName = new Map(names.map((candidate) => [candidate, `${directory}${slash}${candidate}`]));
    return { ...reference, isKnown: false, suggestions: findClosest(name, idByName), isCompared: true };
  };
}

function firstByKey<Item>(list: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, Item> {
  const map = new Map<string, Item>();
  for (const item of list) {
    const key = keyOf(item);
    if (!map.has(key)) map.set(key, item);
  }
  return map;
}

/** The client returns the service's answer in any shape. An answer that cannot be read does not mean that the object is missing. */
function cannotTell(reference: Reference): ResolvedReference {
  const reason = "The service answered the list in a shape that cannot be read.";
  return { ...reference, isKnown: undefined, why: "unanswered", reason };
}

function isListOrNone(value: unknown): boolean {
  return value === undefined || value === null || Array.isArray(value);
}

function findClosest(word: string, byName: ReadonlyMap<string, string>): Suggestion[] {
  const isLong = (name: string) => name.length > MAX_WORD_LENGTH && /^[0-9a-f]+$/i.test(name);
  const names = [...byName.keys()].filter((name) => isLong(name) === isLong(word));
  const closestNames = isLong(word)
    ? nearestIds(word, names, MAX_ID_ERRORS).slice(0, MAX_SUGGESTIONS)
    : nearestFew(word, names, 2 * MAX_SUGGESTIONS);
  const suggestions = closestNames.map((name) => ({ name, id: byName.get(name) ?? name }));
  return suggestions
    .filter(({ id }, index) => suggestions.findIndex((suggestion) => suggestion.id === id) === index)
    .slice(0, MAX_SUGGESTIONS);
}

function readNameAndCategory(entry: unknown): { name: string | undefined; category: string | undefined } {
  const [name, category] = [property(entry, "name"), property(entry, "category")];
  return {
    name: typeof name === "string" ? name : undefined,
    category: typeof category === "string" ? category : undefined,
  };
}

/** Long enough for ids of 64 digits and for paths, whose end matters most. */
const quoted = (text: string) => quotedWithin(text, 300);

/** A warning for each reference that the service does not know, with a fix for each similar name, in the order given. */
export function referenceIssues(resolved: readonly ResolvedReference[]): Issue[] {
  return resolved.flatMap((reference) => {
    if (reference.isKnown !== false) return [];
    const { kind, id, suggestions, isCompared, pointer, range, write = JSON.stringify } = reference;
    const message = `The service knows no ${kind} ${quoted(id)}. ${advice(kind, suggestions, isCompared)}`;
    const fixes = suggestions.flatMap((suggestion) => {
      const content = write(suggestion.id);
      return range === undefined || content === undefined ? [] : [fix(suggestion, range, content)];
    });
    return [{ code: "unknown-reference", severity: "warning", message, pointer, range: range ?? atStart, fixes }];
  });
}

/**
 * The issues of a file together with those of its references, sorted by position. If the service's own list decides about a value, the
 * issue that a fixed list gave for this value is left out.
 */
export function withReferenceIssues(issues: readonly Issue[], resolved: readonly ResolvedReference[]): Issue[] {
  const fileIssues = undecidedIssues(issues, resolved);
  return [...fileIssues, ...referenceIssues(resolved)].sort((a, b) => a.range.start.offset - b.range.start.offset);
}

/** The issues of a file, without those that a fixed list gave for values about which the service itself has decided. */
export function undecidedIssues(issues: readonly Issue[], resolved: readonly ResolvedReference[]): Issue[] {
  const decidedOffsets = new Set(
    resolved.flatMap(({ isKnown, range }) =>
      isKnown === undefined || range === undefined ? [] : [range.start.offset],
    ),
  );
  return issues.filter(({ code, range }) => code !== "unlisted-value" || !decidedOffsets.has(range.start.offset));
}

const start = { line: 1, column: 1, offset: 0 };
const atStart: Range = { start, end: start };

function fix({ id }: Suggestion, { start, end }: Range, content: string): Issue["fixes"][number] {
  const edit = { offset: start.offset, length: end.offset - start.offset, content };
  return { title: `Use ${quoted(id)}`, safe: false, edits: [edit] };
}

function advice(kind: ReferenceKind, suggestions: readonly Suggestion[], isCompared: boolean): string {
  if (suggestions.length > 0) {
    const names = suggestions.map(({ id, name }) =>
      id.endsWith(name) ? quoted(id) : `${quoted(id)} (${quoted(name)})`,
    );
    return `Closest: ${names.join(", ")}.`;
  }
  if (kind === "component") return "A component that is saved again can get another id: look it up again.";
  if (isCompared) return "Nothing there has a name like it.";
  return kind === "benchmark"
    ? "The service lists no benchmarks to compare it with: check its id."
    : "There is no directory to look for similar names in: check its path.";
}
