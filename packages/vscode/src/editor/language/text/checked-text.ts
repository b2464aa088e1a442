import type { DocumentKind } from "@analytics-engines/core/basics";
import type { Sweep } from "@analytics-engines/core/files";
import {
  type FamilyBy,
  type Issue,
  type ParameterFile,
  type ReadOptions,
  readParameterFile,
  type TemplateKind,
} from "@analytics-engines/core/parameters";
import * as l10n from "@vscode/l10n";
import { findNodeAtOffset, type Node } from "jsonc-parser";
import { excerptAround, moveSpan } from "./excerpt.ts";
import { memberOf, objectAround, objectMembers, readTree, stringValue } from "./tree.ts";

/** In a document with more characters only the syntax is checked. */
export const MAX_CHECKED_CHARACTERS = 5 * 1024 * 1024;

/** The result of checking a text. */
export interface CheckedText {
  readonly text: string;
  /** Undefined if the kind is unknown. */
  readonly kind: DocumentKind | undefined;
  readonly kindBy: FamilyBy | undefined;
  readonly issues: readonly Issue[];
  /** Undefined for a document that is too large, and for a sweep. */
  readonly file: ParameterFile | undefined;
  /** The sweep that the text is, with the issues of the files that it reads. */
  readonly sweep?: Sweep;
}

export interface CheckTextOptions extends ReadOptions {
  /** The template kind that the user selected; `family` holds a selected family. */
  readonly template?: TemplateKind | undefined;
  /** The kind of the document at the last check that found one by its content. */
  readonly before?: DocumentKind | undefined;
}

/** Checks a text with the validator of core. A text with syntax errors keeps its kind, so that completion works while the user types. */
export function checkParameterText(
  text: string,
  { template, before, ...readOptions }: CheckTextOptions = {},
): CheckedText {
  // Core detects the kind of a template only by the file name.
  const options =
    template === undefined ? readOptions : { ...readOptions, path: templateName(template), family: undefined };
  if (text.length > MAX_CHECKED_CHARACTERS) {
    return { text, ...kindOfBroken(text, options, undefined), issues: syntaxIssues(text, options), file: undefined };
  }
  const file = readParameterFile(text, options);
  const kind = file.family ?? file.template;
  const detectedKind = kind === undefined ? kindOfBroken(text, options, before) : { kind, kindBy: file.familyBy };
  const kindBy = template !== undefined && detectedKind.kind !== undefined ? "caller" : detectedKind.kindBy;
  return { text, kind: detectedKind.kind, kindBy, issues: file.issues, file };
}

function templateName(template: TemplateKind): string {
  return `document.${template.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.json`;
}

function kindOfBroken(text: string, options: ReadOptions, before: DocumentKind | undefined) {
  const fileByName = readParameterFile("{}", options);
  const byName = fileByName.family ?? fileByName.template;
  if (byName !== undefined) return { kind: byName, kindBy: fileByName.familyBy };
  const schema = schemaOf(text);
  const file = readParameterFile(schema === undefined ? "{}" : JSON.stringify({ $schema: schema }), options);
  const kind = file.family ?? file.template ?? before;
  return { kind, kindBy: kind === undefined ? undefined : (file.familyBy ?? ("content" as const)) };
}

/** Reads the `$schema` near the start of a text, without reading all of a large text. */
function schemaOf(text: string): string | undefined {
  return stringValue(memberOf(readTree(text.slice(0, 1000)), "$schema"));
}

function syntaxIssues(text: string, options: ReadOptions): readonly Issue[] {
  try {
    JSON.parse(text);
    return [];
  } catch {
    const syntax = ["syntax", "comment", "trailing-comma", "byte-order-mark", "too-large", "too-deep"];
    return readParameterFile(text, options).issues.filter(({ code }) => syntax.includes(code));
  }
}

interface RelatedPlace {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the other places of the issues of a text: what each repeats, contradicts or is compared with, by the offsets of the text. It reads only the
 * units that have such issues, and the whole text once if one of them is outside of the units.
 */
export function findRelated(checked: CheckedText): (issue: Issue) => RelatedPlace[] {
  let whole: Node | undefined;
  return ({ code, range }) => {
    const find = finders[code];
    if (find === undefined) return [];
    const excerpt = excerptAround(checked, range.start.offset);
    if (excerpt.text === checked.text) whole ??= readTree(checked.text);
    const root = excerpt.text === checked.text ? whole : readTree(excerpt.text);
    const node = root && findNodeAtOffset(root, range.start.offset - excerpt.offset);
    const object = objectAround(node);
    return node && object ? find(node, object).map((place) => moveSpan(place, excerpt)) : [];
  };
}

const finders: Readonly<Partial<Record<Issue["code"], (node: Node, object: Node) => RelatedPlace[]>>> = {
  "duplicate-key": (node, object) =>
    objectMembers(object)
      .filter(({ key }) => sameName(key, node) && key.offset < node.offset)
      .map(({ key }) => place(l10n.t("The first occurrence."), key)),
  "dates-reversed": (_, object) => member(object, "enddate", l10n.t("The last day.")),
  "deprecated-property": (node, object) => {
    const successor = String(node.value).toLowerCase() === "contenttype" ? "format" : "stachContentOrganization";
    return member(object, successor, l10n.t("The property that replaces it."));
  },
  "missing-property": (node) =>
    member(node.parent?.children?.[1], "source", l10n.t("This decides which properties are needed.")),
  "unknown-property": (_, object) => member(object, "source", l10n.t("This decides which properties are allowed.")),
  "duplicate-formula": (node, object) =>
    (object.parent?.children ?? [])
      .flatMap((item) => memberOf(item, "name") ?? [])
      .filter((name) => stringValue(name) === stringValue(node) && name.offset < node.offset)
      .map((name) => place(l10n.t("The other formula."), name)),
};

function member(object: Node | undefined, name: string, message: string): RelatedPlace[] {
  const value = memberOf(object, name);
  return value ? [place(message, value)] : [];
}

function sameName(one: Node, other: Node): boolean {
  return String(one.value).toLowerCase() === String(other.value).toLowerCase();
}

function place(message: string, { offset, length }: Node): RelatedPlace {
  return { message, start: offset, end: offset + length };
}
