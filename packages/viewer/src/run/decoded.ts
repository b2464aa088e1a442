import { decodeResultBytes, parseExactJson } from "@analytics-engines/core/results";
import { messageOf } from "@analytics-engines/core/text";
import { t } from "../l10n.ts";
import { byteText } from "../text.ts";
import type { UnitContent } from "./viewed-run.ts";

/** A longer text would block the page. */
const LONGEST_TEXT = 1_000_000;

/** The content of a JSON result: its tables, or its text if it has none. */
export async function decoded(bytes: Uint8Array): Promise<UnitContent> {
  const notes: string[] = [];
  try {
    const tables = await decodeResultBytes(bytes);
    if (tables.length > 0) return { kind: "tables", tables };
  } catch (error) {
    notes.push(t("The tables of this result cannot be read, so this is its text. {0}", messageOf(error)));
  }
  return textContent(indented(new TextDecoder().decode(bytes)), notes);
}

/** A text. A long one is cut, and its note says so after the notes that are given. */
export function textContent(text: string, given: readonly string[] = []): UnitContent {
  const isCut = text.length > LONGEST_TEXT;
  const cut = t("The first {0} of {1} are shown.", byteText(LONGEST_TEXT), byteText(text.length));
  const notes = isCut ? [...given, cut] : given;
  return { kind: "text", text: text.slice(0, LONGEST_TEXT), ...(notes.length > 0 && { note: notes.join(" ") }) };
}

function indented(text: string): string {
  if (text.length > LONGEST_TEXT) return text;
  try {
    return JSON.stringify(parseExactJson(text), undefined, 2);
  } catch {
    return text;
  }
}
