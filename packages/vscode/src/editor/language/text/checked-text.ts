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
import { memberOf, readTree, stringValue } from "./tree.ts";

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
