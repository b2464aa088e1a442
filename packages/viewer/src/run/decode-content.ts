import { isObject, messageOf } from "@analytics-engines/core/basics";
import { decodeResultBytes, parseExactJson, UnreadVersionError } from "@analytics-engines/core/results";
import { t } from "../l10n.ts";
import { byteText } from "../text.ts";
import { jobEvents } from "./parts.ts";
import type { UnitContent } from "./viewed-run.ts";

type TextContent = Extract<UnitContent, { readonly kind: "text" }>;

/** A longer text would block the page. */
const MAX_TEXT_LENGTH = 1_000_000;

/**
 * The content of a JSON result: its tables; without tables the events of its job, or its text.
 * @param file where its bytes are, for a note
 */
export async function decodeContent(bytes: Uint8Array, file?: string): Promise<UnitContent> {
  let problem: string | undefined;
  try {
    const tables = await decodeResultBytes(bytes);
    if (tables.length > 0) return { kind: "tables", tables };
  } catch (error) {
    problem = asSentence(messageOf(error));
    if (error instanceof UnreadVersionError) return unreadContent(bytes, problem, file);
  }
  const text = new TextDecoder().decode(bytes);
  const result = parsed(text);
  const events = jobEvents(result);
  if (events)
    return { ...textContent(indented(text, result), [t("This job has no tables. These are its events.")]), events };
  const note =
    problem === undefined || isWithoutTables(result)
      ? t("This result has no tables. This is its text.")
      : t("The tables of this result cannot be read, so this is its text. {0}", problem);
  return textContent(indented(text, result), [note]);
}

/** The text of a result whose tables are in a version or a form that is not read. */
function unreadContent(bytes: Uint8Array, unread: string, file: string | undefined): TextContent {
  const text = new TextDecoder().decode(bytes);
  const keptNote = file === undefined ? [] : [t("The bytes are kept as they came in {0}.", file)];
  const notes = [t("The tables of this result are not read, so this is its text. {0}", unread), ...keptNote];
  return { ...textContent(indented(text, parsed(text)), notes), unread };
}

/** Whether a result is an object with nothing in it that STACH names: then it has no tables, and none is broken. */
function isWithoutTables(result: unknown): boolean {
  if (!isObject(result)) return false;
  const inner = isObject(result["data"]) ? result["data"] : result;
  return !["tables", "definition", "data", "primaryTableIds", "metadata"].some((name) => Object.hasOwn(inner, name));
}

/** `The result ends.` of `the result ends`. */
function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

/** The content of a text. A long text is cut, and a note after `priorNotes` says so. */
export function textContent(text: string, priorNotes: readonly string[] = []): TextContent {
  const isCut = text.length > MAX_TEXT_LENGTH;
  const cut = t("The first {0} of {1} are shown.", byteText(MAX_TEXT_LENGTH), byteText(text.length));
  const notes = isCut ? [...priorNotes, cut] : priorNotes;
  return { kind: "text", text: text.slice(0, MAX_TEXT_LENGTH), ...(notes.length > 0 && { note: notes.join(" ") }) };
}

/** The value of a JSON text; undefined if it is none, or too long to be shown whole. */
function parsed(text: string): unknown {
  if (text.length > MAX_TEXT_LENGTH) return undefined;
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

function indented(text: string, result: unknown): string {
  return result === undefined ? text : JSON.stringify(result, undefined, 2);
}
