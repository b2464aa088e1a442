import { requestPath } from "../families/request-path.ts";
import { entries, items, type JsonPath, property, toPointer } from "../json/value.ts";
import { resolveDate } from "./dates/days.ts";
import { type DateSource, dateQuery, type ResolveDatesOptions } from "./dates/resolve-dates.ts";
import { payloads } from "./fields.ts";
import type { FilePlace, Issue } from "./issues/issue.ts";
import type { ParameterFile } from "./read/read.ts";
import { quoted } from "./text/words.ts";

export interface RefusalScope {
  /** The unit for which the service reported the error. */
  readonly unit?: string | undefined;
  /** The units of the request in their order; by default those of the file. */
  readonly units?: readonly string[] | undefined;
}

/** Where a file has what an error of the service speaks of. */
export interface RefusedPlace {
  /** JSON pointer of a value, of a property that contains it, or of a unit. */
  readonly pointer: string;
  /** The unit around it; undefined outside of all units, and in a family without units. */
  readonly unit: string | undefined;
  /** The range of a text or number; of an object or a list, the range of its name. */
  readonly range: FilePlace;
}

/**
 * Finds what an error of the service speaks of: the value at its pointer, or else the value that its text quotes, or the property that its
 * text names, or else the unit. Undefined if the file has nothing of these, or errors that hide its values.
 *
 * The service names places in several ways, and often in none: `/data/u/dates/enddate`, the n-th unit by the service's own names
 * (`CalculationParametersDictionary[0].Value.Account.Id`), `Invalid currency ISO code:EURO`, `Invalid end date input`.
 */
export function placeRefusal(
  file: ParameterFile,
  refusal: RefusalText,
  { unit: reportedUnit, units = file.units }: RefusalScope = {},
): RefusedPlace | undefined {
  const pointer = refusal.source?.pointer ?? "";
  const pointed =
    pointer === "" ? { path: [], isWhole: false } : requestPath(pointer, file.request, units, reportedUnit);
  const isSpecific = !isFrame(pointed.path, file.units);
  if (pointed.isWhole && isSpecific) return placeAt(file, pointed.path);
  const unit = unitAt(file, pointed.path) ?? reportedUnit;
  // A pointer to what is missing leads to what should have it.
  const part = isSpecific ? pointed.path : undefined;
  const path = bestValue(valuesOf(file, unit), refusal) ?? part ?? unitPath(file, unit);
  return path && placeAt(file, path);
}

/** The unit around a value; undefined outside of all units, and in a family without units. */
function unitAt({ units }: ParameterFile, path: JsonPath): string | undefined {
  return units.length > 0 && path[0] === "data" && path.length > 1 ? String(path[1]) : undefined;
}

function unitPath({ units }: ParameterFile, unit: string | undefined): JsonPath | undefined {
  return unit !== undefined && units.includes(unit) ? ["data", unit] : undefined;
}

function placeAt(file: ParameterFile, path: JsonPath): RefusedPlace | undefined {
  const pointer = toPointer(path);
  const [value, key] = [file.rangeOf(pointer), file.rangeOf(pointer, "key")];
  const range = isContainer(file, path) ? (key ?? value) : value;
  if (range === undefined) return undefined;
  return { pointer, unit: unitAt(file, path), range };
}

function isContainer({ request }: ParameterFile, path: JsonPath): boolean {
  let value: unknown = request;
  for (const segment of path) value = typeof segment === "number" ? items(value)[segment] : property(value, segment);
  return typeof value === "object" && value !== null;
}

// The service names no place in many of its answers, such as `Invalid component identifier:invalid_comp` for a unit that failed. What its text
// quotes or names is all that says where the mistake is.

/** An error of the service about a request. `ServiceErrorItem` has this form. */
export interface RefusalText {
  readonly title?: string | undefined;
  readonly detail?: string | undefined;
  readonly source?: { readonly pointer?: string | undefined; readonly parameter?: string | undefined } | undefined;
}

/** A value or a container of a request, with its path. */
interface RequestValue {
  readonly path: JsonPath;
  readonly value: unknown;
}

/** Whether a path leads to a part that every request has, which says nothing about a cause: `data`, `meta`, and each unit. */
function isFrame(path: JsonPath, units: readonly string[]): boolean {
  return path.length <= (path[0] === "data" && units.length > 0 ? 2 : path[0] === "data" || path[0] === "meta" ? 1 : 0);
}

/** All values of a unit, and those that count for all units. Without the id of a unit, those of all units. */
export function valuesOf({ request, units }: ParameterFile, unit: string | undefined): RequestValue[] {
  const values: RequestValue[] = [];
  const add = (value: unknown, path: JsonPath): void => {
    if (!isFrame(path, units)) values.push({ path, value });
    const children: [string | number, unknown][] = Array.isArray(value)
      ? value.map((item, index) => [index, item])
      : entries(value);
    for (const [name, child] of children) add(child, [...path, name]);
  };
  for (const [name, value] of entries(request)) {
    if (name !== "data" || units.length === 0 || unit === undefined || !units.includes(unit)) add(value, [name]);
    else add(property(value, unit), [name, unit]);
  }
  return values;
}

/** The path of the value that a refusal names; undefined if it names none. */
function bestValue(values: readonly RequestValue[], refusal: RefusalText): JsonPath | undefined {
  const text = [refusal.title, refusal.detail].filter((part) => part !== undefined).join(": ");
  const lower = text.toLowerCase();
  const quoted = longest(
    values.filter(({ value }) => isQuoted(lower, value)),
    ({ value }) => String(value).trim().length,
  );
  const [first] = quoted;
  if (first === undefined) return mostNamed(values, wordsOf(`${refusal.source?.parameter ?? ""} ${text}`))?.path;
  // Words in the value itself name no property.
  const words = wordsOf(`${refusal.source?.parameter ?? ""} ${without(text, String(first.value).trim())}`);
  return (mostNamed(quoted, words) ?? first).path;
}

/** A shorter text, and a number with few digits, occur by chance. They count only where a text introduces a value. */
const MIN_CERTAIN_LENGTH = 4;

/** Whether a text contains a value as a whole. */
function isQuoted(text: string, value: unknown): boolean {
  if (typeof value !== "string" && typeof value !== "number") return false;
  const word = String(value).trim().toLowerCase();
  if (word === "") return false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const [before, after] = [text.slice(0, at), text.slice(at + word.length)];
    const isAlone = !/[\p{L}\p{N}_./\\]$/u.test(before) && !/^(?:[\p{L}\p{N}_]|[./\\:-][\p{L}\p{N}_])/u.test(after);
    if (!isAlone) continue;
    const isCertain = word.length >= MIN_CERTAIN_LENGTH && !/^\d+$/.test(word);
    if (isCertain || /[:="'`“‘«([]\s*$/.test(before)) return true;
  }
  return false;
}

/** The value whose name, or else whose containers' names, the words have; undefined if they name none. */
function mostNamed(values: readonly RequestValue[], words: readonly string[]): RequestValue | undefined {
  const scored = values.map((value) => ({ value, ...lettersNamed(value.path, words) }));
  const [best] = scored
    .filter(({ nameLetters, containerLetters }) => nameLetters + containerLetters > 0)
    .sort(
      (a, b) =>
        b.nameLetters - a.nameLetters ||
        b.containerLetters - a.containerLetters ||
        a.value.path.length - b.value.path.length,
    );
  return best?.value;
}

/** A shorter word, such as `id` or `of`, says nothing alone. */
const MIN_NAME_LENGTH = 4;

/** How many letters of a value's own name, and of the names around it, are among the words. */
function lettersNamed(
  path: JsonPath,
  words: readonly string[],
): { readonly nameLetters: number; readonly containerLetters: number } {
  const names = path.filter((segment) => typeof segment === "string").map((name) => name.toLowerCase());
  const [name = "", container = ""] = names.toReversed();
  const forms = [...singularOf(name), ...singularOf(container).map((word) => word + name)];
  const lengthOf = (options: readonly string[]) =>
    Math.max(
      0,
      ...options.filter((word) => word.length >= MIN_NAME_LENGTH && words.includes(word)).map((w) => w.length),
    );
  const containerLetters = names.slice(0, -1).reduce((sum, container) => sum + lengthOf(singularOf(container)), 0);
  // An item of a list has the name of the list, which says less than a name of its own.
  return typeof path.at(-1) === "number"
    ? { nameLetters: 0, containerLetters: containerLetters + lengthOf(forms) }
    : { nameLetters: lengthOf(forms), containerLetters };
}

function singularOf(name: string): string[] {
  return [name, name.replace(/ies$/, "y"), name.replace(/s$/, "")];
}

/** The words of a text in lower case, and each few neighbours as one word: `end date` is `enddate`. */
function wordsOf(text: string): string[] {
  const single = text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => (word === "identifier" ? "id" : word));
  return single.flatMap((_, at) => [1, 2, 3, 4].map((count) => single.slice(at, at + count).join("")));
}

function without(text: string, part: string): string {
  const at = text.toLowerCase().indexOf(part.toLowerCase());
  return at < 0 ? text : `${text.slice(0, at)} ${text.slice(at + part.length)}`;
}

function longest<Item>(list: readonly Item[], lengthOf: (item: Item) => number): Item[] {
  const most = Math.max(0, ...list.map(lengthOf));
  return list.filter((item) => lengthOf(item) === most);
}

/**
 * Asks the service about the dates of a file that no documented form explains, such as `yesterday`: an error for each that it refuses.
 * Sends one request for each unit with such a date, and none for other files. An answer about anything else than a date counts as no
 * answer.
 * @throws the reason of the signal when aborted
 */
export async function refusedDates(
  file: ParameterFile,
  { source, today, signal }: ResolveDatesOptions & { readonly source: DateSource },
): Promise<Issue[]> {
  const { family, request, units } = file;
  if (request === undefined || (family !== "pa" && family !== "vault")) return [];
  const checks = payloads(family, request).map(async ({ path, value }): Promise<Issue[]> => {
    const query = dateQuery(family, value);
    const dates = ["startdate", "enddate"].map((name) => property(property(value, "dates"), name));
    if (query === undefined || !dates.some((text) => isUnexplained(text, today))) return [];
    try {
      await source[family].dates.convert(query, { signal });
      return [];
    } catch (error) {
      signal?.throwIfAborted();
      const status = property(error, "status");
      const unit = String(path[1]);
      if (status !== 404 && status !== 400) return [];
      return problemsOf(error).flatMap((problem) => issueOf(file, problem, { unit, units }, today) ?? []);
    }
  });
  return (await Promise.all(checks)).flat();
}

/** Whether a text is no day, and no relative date of a documented form. */
function isUnexplained(text: unknown, today: Date): boolean {
  return typeof text === "string" && text.trim() !== "" && resolveDate(text.trim(), { today }) === undefined;
}

interface Problem {
  readonly detail: string;
  readonly source: { readonly parameter: string | undefined };
}

/** The service's own errors in an error of the client. */
function problemsOf(error: unknown): Problem[] {
  const list: unknown = error instanceof Error && "errors" in error ? error.errors : undefined;
  return (Array.isArray(list) ? list : []).flatMap((item: unknown) => {
    const detail = property(item, "detail");
    const parameter = property(property(item, "source"), "parameter");
    return typeof detail === "string"
      ? [{ detail, source: { parameter: typeof parameter === "string" ? parameter : undefined } }]
      : [];
  });
}

function issueOf(
  file: ParameterFile,
  problem: Problem,
  scope: { readonly unit: string; readonly units: readonly string[] },
  today: Date,
): Issue | undefined {
  const place = placeRefusal(file, problem, scope);
  const name = /\/dates\/(startdate|enddate)$/.exec(place?.pointer ?? "")?.[1];
  const data = property(property(file.request, "data"), scope.unit);
  const text = name === undefined ? undefined : property(property(data, "dates"), name);
  if (place === undefined || typeof text !== "string" || !isUnexplained(text, today)) return undefined;
  const { pointer, range } = place;
  const message = `The service does not know the date ${quoted(text)}: ${quoted(problem.detail)}. Write a day as \`YYYYMMDD\`, or a relative date such as \`0\` or \`-1M\`.`;
  return { code: "date-form", severity: "error", message, pointer, range, fixes: [] };
}
