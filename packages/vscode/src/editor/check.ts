import {
  type FamilyBy,
  type Issue,
  type ParameterFile,
  type ReadOptions,
  readParameterFile,
  type TemplateKind,
} from "@analytics-engines/core/parameters";
import type { DocumentKind } from "./kinds.ts";
import { memberOf, readTree, textOf } from "./tree.ts";

/** A document of more characters is checked for syntax only. */
export const maxCheckedCharacters = 5 * 1024 * 1024;

/** What is known of a document's text. */
export interface Checked {
  readonly text: string;
  /** Undefined where nothing tells it. */
  readonly kind: DocumentKind | undefined;
  readonly kindBy: FamilyBy | undefined;
  readonly issues: readonly Issue[];
  /** Undefined for a document that is too large for more than its syntax. */
  readonly file: ParameterFile | undefined;
}

export interface CheckOptions extends ReadOptions {
  /** A template kind that was picked by hand; a family stands in `family`. */
  readonly template?: TemplateKind | undefined;
  /** What the document was when it last could be told by its content. */
  readonly before?: DocumentKind | undefined;
}

/** Checks a text with core's validator. A broken text keeps its kind, so that completion works while it is being written. */
export function checkText(text: string, { template, before, ...given }: CheckOptions = {}): Checked {
  // Core takes a template's kind from a file name alone.
  const options = template === undefined ? given : { ...given, path: templateName(template), family: undefined };
  if (text.length > maxCheckedCharacters) {
    return { text, ...kindOfBroken(text, options, undefined), issues: syntaxIssues(text, options), file: undefined };
  }
  const file = readParameterFile(text, options);
  const kind = file.family ?? file.template;
  const told = kind === undefined ? kindOfBroken(text, options, before) : { kind, kindBy: file.familyBy };
  const kindBy = template !== undefined && told.kind !== undefined ? "caller" : told.kindBy;
  return { text, kind: told.kind, kindBy, issues: file.issues, file };
}

function templateName(template: TemplateKind): string {
  return `document.${template.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.json`;
}

function kindOfBroken(text: string, options: ReadOptions, before: DocumentKind | undefined) {
  const named = readParameterFile("{}", options);
  const byName = named.family ?? named.template;
  if (byName !== undefined) return { kind: byName, kindBy: named.familyBy };
  const schema = schemaOf(text);
  const file = readParameterFile(schema === undefined ? "{}" : JSON.stringify({ $schema: schema }), options);
  const kind = file.family ?? file.template ?? before;
  return { kind, kindBy: kind === undefined ? undefined : (file.familyBy ?? ("content" as const)) };
}

/** `$schema` stands at the start, if anywhere, so that not all of a large text is read for it. */
function schemaOf(text: string): string | undefined {
  return textOf(memberOf(readTree(text.slice(0, 1000)), "$schema"));
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
