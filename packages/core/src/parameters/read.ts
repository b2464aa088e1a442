import { type FamilyId, isFamilyId } from "../families/families.ts";
import { checkShape, type Spellings } from "./check.ts";
import { detectFamily, type FamilyBy, type FamilyOptions, type TemplateKind } from "./family.ts";
import { Findings, maxFindings } from "./findings.ts";
import { inspectValue } from "./inspect.ts";
import type { Issue, Range } from "./issue.ts";
import { type PlacedProblem, placeFindings } from "./place.ts";
import { fromPointer, type Path } from "./pointer.ts";
import { type DocumentKind, payloadShape, shapeOf } from "./shapes/shape.ts";
import { Lines } from "./text/lines.ts";
import { locate } from "./text/locate.ts";
import { losesPrecision } from "./text/numbers.ts";
import { findRepeatedKeys } from "./text/repeated-keys.ts";
import { endOfScalar, scanText } from "./text/scan.ts";
import { findSyntaxProblems } from "./text/syntax.ts";
import { quoted } from "./text/words.ts";
import { isObject, type JsonObject, property, typeName } from "./value.ts";

/** More characters than this are not read: a request of that size the service refuses by far. */
export const maxCharacters = 64 * 1024 * 1024;
/** Objects and lists nested deeper than this are not read: the models nest eight deep. */
export const maxDepth = 64;

export interface ReadOptions extends FamilyOptions {}

/** A parameter file as it was read: what it asks for, and what is wrong with it. */
export interface ParameterFile {
  readonly path: string | undefined;
  /** Undefined where it cannot be told (an issue says so) or the file is a template's. */
  readonly family: FamilyId | undefined;
  /** The kind of template that the file creates or changes, where it is no family's. */
  readonly template: TemplateKind | undefined;
  /** How the family (or template) was found. */
  readonly familyBy: FamilyBy | undefined;
  /** The request as it is sent: keys and enum values in the model's spelling, without `$schema`. Undefined where there are errors. */
  readonly request: JsonObject | undefined;
  /** The unit ids; none where the family has no units. Ids that are whole numbers come first, as everywhere in JavaScript. */
  readonly units: readonly string[];
  /** Sorted by position. */
  readonly issues: readonly Issue[];
  /** Where the value of a JSON pointer stands, keys spelled as in the file or as in `request`; undefined where it does not stand at all. */
  rangeOf(pointer: string): Range | undefined;
  /** The same for many pointers in one pass over the text. */
  rangesOf(pointers: readonly string[]): (Range | undefined)[];
}

/** Reads a parameter file. Any text gives issues, never an exception. */
export function readParameterFile(text: string, options: ReadOptions = {}): ParameterFile {
  const findings = new Findings();
  const parsed = parse(text, findings);
  const document = parsed.value === undefined ? undefined : readDocument(parsed.value, options, findings);
  const issues = placeFindings(text, parsed.strict, findings, parsed.problems);
  const valid = document?.kind !== undefined && !issues.some(({ severity }) => severity === "error");
  const kind = document?.kind;
  const family = kind !== undefined && isFamilyId(kind) ? kind : undefined;
  const lines = new Lines(text);
  const rangesOf = (pointers: readonly string[]) =>
    document === undefined
      ? pointers.map(() => undefined)
      : locate(
          parsed.strict,
          pointers.map((pointer) => filePath(pointer, document.request, document.spellings)),
        ).map((place) => place && lines.range(place.start, place.end));
  return {
    path: options.path,
    family,
    template: kind !== undefined && !isFamilyId(kind) ? kind : undefined,
    familyBy: document?.by,
    request: valid && isObject(document.request) ? document.request : undefined,
    units: document && kind !== undefined ? unitsOf(document.request, kind) : [],
    issues,
    rangeOf: (pointer) => rangesOf([pointer])[0],
    rangesOf,
  };
}

interface Parsed {
  /** Undefined where the text cannot be read. */
  readonly value: unknown;
  /** The text as JSON, or nothing of it where it cannot be read. */
  readonly strict: string;
  readonly problems: readonly PlacedProblem[];
}

function parse(text: string, findings: Findings): Parsed {
  const refused = (code: "too-large" | "too-deep", message: string): Parsed => {
    findings.add({ code, severity: "error", message, path: [], at: "start" });
    return { value: undefined, strict: "", problems: [] };
  };
  if (text.length > maxCharacters) {
    return refused("too-large", `The file has ${text.length} characters; more than ${maxCharacters} are not read.`);
  }
  const scan = scanText(text);
  if (scan.depth > maxDepth) return refused("too-deep", `Objects and lists are nested more than ${maxDepth} deep.`);
  const problems: PlacedProblem[] = [];
  let strict = text;
  let value = parseJson(text);
  if (value === undefined) {
    const report = findSyntaxProblems(text);
    problems.push(...report.problems);
    strict = report.cleaned ?? "";
    value = report.cleaned === undefined ? undefined : parseJson(report.cleaned);
    if (value === undefined && problems.length === 0) {
      problems.push({ code: "syntax", message: "This is not JSON.", start: 0, end: 0, fixes: [] });
    }
    if (value === undefined) return { value, strict: "", problems };
  }
  const members = inspectValue(value, strict.includes("\\u") || !strict.isWellFormed(), findings);
  if (members !== (strict === text ? scan : scanText(strict)).members) problems.push(...repeatedKeys(strict));
  problems.push(...impreciseNumbers(strict, scan.longNumbers));
  return { value, strict, problems };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function repeatedKeys(text: string): PlacedProblem[] {
  return findRepeatedKeys(text, maxFindings).map(({ path, start, end }) => ({
    code: "duplicate-key",
    message: `${quoted(String(path.at(-1)))} stands twice in one object: the second silently replaces the first.`,
    path,
    start,
    end,
    fixes: [],
  }));
}

function impreciseNumbers(text: string, offsets: readonly number[]): PlacedProblem[] {
  return offsets
    .filter((start) => losesPrecision(text, start))
    .map((start) => ({
      code: "number-precision",
      severity: "warning",
      message: `This number would be sent as ${Number(text.slice(start, endOfScalar(text, start)))}: it has more digits than a double holds.`,
      start,
      end: endOfScalar(text, start),
      fixes: [],
    }));
}

interface Document {
  readonly kind: DocumentKind | undefined;
  readonly by: FamilyBy | undefined;
  /** The canonical form, as far as the document has one. */
  readonly request: unknown;
  readonly spellings: Spellings;
}

function readDocument(root: unknown, options: ReadOptions, findings: Findings): Document {
  const schema = property(root, "$schema");
  if (isObject(root) && schema !== undefined) {
    delete root["$schema"];
    if (typeof schema !== "string") {
      findings.add({
        code: "wrong-type",
        severity: "error",
        message: `\`$schema\` is ${typeName(schema)}; text is needed.`,
        path: ["$schema"],
        at: "value",
      });
    }
  }
  const detected = detectFamily(root, schema, options, findings);
  if (!detected) return { kind: undefined, by: undefined, request: root, spellings: new Map() };
  const { value, spellings } = checkShape(root, shapeOf(detected.kind), findings);
  return { ...detected, request: value, spellings };
}

function unitsOf(request: unknown, kind: DocumentKind): string[] {
  const data = property(request, "data");
  return payloadShape(kind).place === "units" && isObject(data) ? Object.keys(data) : [];
}

/** The pointer as a path in the file: keys that the model spells otherwise in the file's spelling, indexes as numbers. */
function filePath(pointer: string, request: unknown, spellings: Spellings): Path {
  const path: (string | number)[] = [];
  let at = request;
  for (const segment of fromPointer(pointer) ?? [pointer]) {
    if (Array.isArray(at)) {
      path.push(Number(segment));
      at = at[Number(segment)];
    } else {
      const names = isObject(at) ? spellings.get(at) : undefined;
      const name = [...(names ?? [])].find(([, written]) => written === segment)?.[0] ?? segment;
      path.push(names?.get(name) ?? segment);
      at = property(at, name);
    }
  }
  return path;
}
