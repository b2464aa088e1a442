import { type FamilyId, isFamilyId, type TemplateKind } from "../../families/families.ts";
import { fromPointer, isObject, type JsonObject, type JsonPath, property, typeName } from "../../json/value.ts";
import { payloads, type ValueAtPath } from "../fields.ts";
import { type Finding, Findings, MAX_FINDINGS } from "../issues/findings.ts";
import type { FilePlace, Issue, Range } from "../issues/issue.ts";
import { LineIndex, pathInFile, placeFindings, type Spellings, ValueFinder } from "../issues/place.ts";
import { applyRules } from "../rules/index.ts";
import { type DocumentKind, payloadShape, type Shape, shapeOf } from "../shapes/shape.ts";
import { checkShape } from "./check.ts";
import type { MeantNames, UnknownProperties } from "./check-state.ts";
import { findEarlierForm } from "./earlier-form.ts";
import { detectFamily, type FamilyBy, type FamilyOptions, findOtherKinds } from "./family.ts";
import { type Parsed, parseText, withoutRepeatedMembers } from "./parse.ts";
import { findWrongRoot, type WrongRoot } from "./root.ts";

export interface ReadOptions extends FamilyOptions {
  /** Whether an absolute date is worth a hint, as in a file that is computed every night. Default `false`. */
  readonly hintAbsoluteDates?: boolean | undefined;
  /**
   * How severe an unknown property is. With `warning` it is sent, so that a new property of the service does not block a run. A name that
   * is similar to one of the model's is always an error. Default `error`.
   */
  readonly unknownProperties?: UnknownProperties | undefined;
}

/** A parameter file: its request and its issues. */
export interface ParameterFile {
  readonly path: string | undefined;
  /** Undefined if it is unknown (an issue says so) or the file is for a template. */
  readonly family: FamilyId | undefined;
  /** The kind of template that the file creates or changes, if it is not a family's file. */
  readonly template: TemplateKind | undefined;
  /** How the family (or template) was found. */
  readonly familyBy: FamilyBy | undefined;
  /** The request as it is sent: keys and enum values in the model's spelling, without `$schema`. Undefined if there are errors. */
  readonly request: JsonObject | undefined;
  /** The unit ids; empty if the family has no units. Ids that are whole numbers come first, as everywhere in JavaScript. */
  readonly units: readonly string[];
  /** Sorted by position. */
  readonly issues: readonly Issue[];
  /**
   * The range of the value at a JSON pointer, or of its name, with names spelled as in the file or as in `request`; undefined if the file
   * has no such value or name. Many calls together read the text only a few times.
   */
  rangeOf(pointer: string, part?: "key"): FilePlace | undefined;
}

/**
 * Reads a parameter file. It never throws: whatever is wrong with the text becomes an issue.
 * @example
 * ```ts
 * import { readParameterFile } from "@analytics-engines/core/parameters";
 *
 * const file = readParameterFile('{"data": {"u": {"acounts": []}}}', { path: "weights.pa.json" });
 * for (const { range, message } of file.issues) console.log(range.start.line, range.start.column, message);
 * console.log(file.request); // undefined, because the file has errors
 * ```
 */
export function readParameterFile(text: string, options: ReadOptions = {}): ParameterFile {
  const findings = new Findings();
  const parsed = parseText(text, findings);
  const isWhole = !Number.isFinite(parsed.unreadFrom);
  const before = findings.mark();
  const document = parsed.value === undefined ? undefined : readDocument(parsed.value, options, findings);
  // The rest of the text could show that the family is another.
  if (!isWhole && document?.by === "content") findings.returnTo(before);
  const placedIssues = placeFindings(text, parsed, findings);
  const issues = findings.isFull ? placedIssues : withIssuesOfDuplicateKeys(placedIssues, text, parsed, options);
  // Of a text that is not read to its end, only the issues are sure.
  const whole = isWhole ? document : undefined;
  const kind = whole?.kind;
  const valid = kind !== undefined && !issues.some(({ severity }) => severity === "error");
  const family = kind !== undefined && isFamilyId(kind) ? kind : undefined;
  const finder = new ValueFinder(text, parsed);
  return {
    path: options.path,
    family,
    template: kind !== undefined && !isFamilyId(kind) ? kind : undefined,
    familyBy: whole?.by,
    request: valid && isObject(whole?.request) ? whole.request : undefined,
    units: whole?.units ?? [],
    issues,
    rangeOf(pointer, part) {
      if (whole === undefined) return undefined;
      return finder.find(pathInFile(fromPointer(pointer) ?? [pointer], whole.request, whole.spellings), part);
    },
  };
}

/**
 * Adds the issues of values that a repeated name hides, since they would appear once the repetition is removed. Of three values with one
 * name, the first and the last are checked.
 */
function withIssuesOfDuplicateKeys(
  issues: readonly Issue[],
  text: string,
  { strict, repeatedKeys, unreadFrom }: Parsed,
  options: ReadOptions,
): readonly Issue[] {
  // If the list is full, some repeated names are missing from it and could not be removed. What is missing from a text that is not read to its
  // end may be in the rest.
  if (repeatedKeys.length === 0 || repeatedKeys.length >= MAX_FINDINGS || Number.isFinite(unreadFrom)) return issues;
  const issueIds = new Set(issues.map(identify));
  const lines = new LineIndex(text);
  const asWritten = ({ start, end }: Range) =>
    lines.rangeOf(strict.spanAsWritten({ start: start.offset, end: end.offset }));
  const shadowed = readParameterFile(withoutRepeatedMembers(strict.text, repeatedKeys), options)
    .issues.map((issue) => ({ ...issue, range: asWritten(issue.range) }))
    // The place of the parameters is reported once.
    .filter((issue) => issue.code !== "wrong-root" && !issueIds.has(identify(issue)));
  // A fix that was made for the text without the repetition could delete the repetition.
  return [...issues, ...shadowed.map((issue) => ({ ...issue, fixes: [] }))].sort(
    (a, b) => a.range.start.offset - b.range.start.offset,
  );
}

function identify({ code, range }: Issue): string {
  return `${range.start.offset}:${code}`;
}

interface Document {
  readonly kind: DocumentKind | undefined;
  readonly by: FamilyBy | undefined;
  /** The canonical form, as far as the document has one. */
  readonly request: unknown;
  readonly spellings: Spellings;
  readonly units: readonly string[];
}

function readDocument(root: unknown, options: ReadOptions, findings: Findings): Document {
  const schema = property(root, "$schema");
  if (isObject(root) && schema !== undefined) {
    delete root["$schema"];
    if (typeof schema !== "string") {
      findings.add({
        code: "wrong-type",
        message: `\`$schema\` is ${typeName(schema)}; text is needed.`,
        path: ["$schema"],
      });
    }
  }
  const earlierForm = findEarlierForm(root);
  for (const { family, ...wrongRoot } of earlierForm) checkAtWrongRoot(family, wrongRoot, options, findings);
  if (earlierForm.length > 0) return { kind: undefined, by: undefined, request: root, spellings: new Map(), units: [] };
  const detected = detectFamily(root, schema, options, findings);
  if (!detected) return { kind: undefined, by: undefined, request: root, spellings: new Map(), units: [] };
  const { kind } = detected;
  const unread = { ...detected, request: root, spellings: new Map(), units: [] };
  const before = findings.mark();
  const wrongRoot = findWrongRoot(root, kind, schema === undefined);
  if (wrongRoot) {
    const others = findOtherKinds(root, detected, options.path, 2);
    if (others) findings.add(others.finding);
    else checkAtWrongRoot(kind, wrongRoot, options, findings);
    return unread;
  }
  const { value: request, spellings } = checkShape(root, shapeOf(kind), findings, {
    unknownProperties: options.unknownProperties,
  });
  const others = findOtherKinds(request, detected, options.path, findings.errors - before.errors);
  if (others?.isCertain) findings.returnTo(before);
  if (others) findings.add(others.finding);
  if (others?.isCertain) return unread;
  const toFile = (path: JsonPath) => pathInFile(path, request, spellings);
  const fields = applyRulesOf(kind, request, options, findings, toFile);
  const units = payloadShape(kind).location === "units" ? fields.map(({ path }) => String(path.at(-1))) : [];
  return { ...detected, request, spellings, units };
}

/** Applies the rules that the shape cannot say. @param toFile converts a path of the canonical form @returns the payloads */
function applyRulesOf(
  kind: DocumentKind,
  request: unknown,
  { hintAbsoluteDates = false }: ReadOptions,
  findings: Findings,
  toFile: (path: JsonPath) => JsonPath,
): readonly ValueAtPath[] {
  const fields = payloads(kind, request);
  applyRules({
    kind,
    request,
    payloads: fields,
    hintAbsoluteDates,
    report: (finding) => findings.add({ ...finding, path: toFile(finding.path) }),
    pathInFile: toFile,
  });
  return fields;
}

/** Reports parameters at the wrong place, and what is wrong with them there. */
function checkAtWrongRoot(
  kind: DocumentKind,
  { finding, corrected, from, to }: WrongRoot,
  options: ReadOptions,
  findings: Findings,
): void {
  findings.add(finding);
  // The place of the parameters in the corrected document begins a path only if the path leads into them.
  const move = (path: JsonPath) =>
    from.every((segment, index) => path[index] === segment) ? [...to, ...path.slice(from.length)] : path;
  const shapeFindings = new Findings();
  const { value, spellings } = checkShape(structuredClone(corrected), shapeOf(kind), shapeFindings, {
    unknownProperties: options.unknownProperties,
  });
  for (const shapeFinding of shapeFindings.list) findings.add({ ...shapeFinding, path: move(shapeFinding.path) });
  applyRulesOf(kind, value, options, findings, (path) => move(pathInFile(path, value, spellings)));
}

/** A file that users write beside parameter files, such as a checks file or the project file: its value and its issues. */
interface UserFile {
  /** The value in the model's spelling, without `$schema`; undefined if there are errors. */
  readonly value: JsonObject | undefined;
  /** Sorted by position. */
  readonly issues: readonly Issue[];
  /** The range of the value at a path; undefined if the file has no such value. */
  rangeOf(path: JsonPath): Range | undefined;
}

/** What is peculiar to a kind of file. */
interface UserFileKind {
  readonly shape: Shape;
  /** Reports what the shape cannot say of a value, and takes it out, before the shape is checked. */
  readonly prepare?: (root: unknown, findings: Findings) => void;
  /**
   * Reports what the shape cannot say. The value may have any shape: what is wrong with that is reported already.
   * @param meantNames the names that misspelled names mean: they are not missing
   */
  readonly applyRules: (value: unknown, report: (finding: Finding) => void, meantNames: MeantNames) => void;
}

/**
 * Reads a file of a kind. It never throws: whatever is wrong with the text becomes an issue. A byte-order mark, with which editors of Windows begin
 * a file, is none: nobody but this reader reads the file.
 */
export function readUserFile(written: string, { shape, prepare, applyRules }: UserFileKind): UserFile {
  const text = written.replace(/^\uFEFF/, " ");
  const findings = new Findings();
  const parsed = parseText(text, findings);
  const root = parsed.value;
  if (isObject(root) && typeof property(root, "$schema") === "string") delete root["$schema"];
  if (root !== undefined) prepare?.(root, findings);
  const { value, spellings, meantNames } = checkShape(root, shape, root === undefined ? new Findings() : findings);
  const toFile = (path: JsonPath) => pathInFile(path, value, spellings);
  if (root !== undefined)
    applyRules(value, (finding) => findings.add({ ...finding, path: toFile(finding.path) }), meantNames);
  const issues = placeFindings(text, parsed, findings);
  const hasErrors = issues.some(({ severity }) => severity === "error");
  const finder = new ValueFinder(text, parsed);
  return {
    value: isObject(value) && !hasErrors ? value : undefined,
    issues,
    rangeOf: (path) => (root === undefined ? undefined : finder.find(toFile(path))),
  };
}
