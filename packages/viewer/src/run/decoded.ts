import { decodeResultBytes, parseExactJson } from "@analytics-engines/core/results";
import { messageOf } from "@analytics-engines/core/text";
import { t } from "../l10n.ts";
import { byteText } from "../text.ts";
import type { UnitContent } from "./viewed-run.ts";

/** A longer text would block the page. */
const LONGEST_TEXT = 1_000_000;

/** The content of a JSON result: its tables, or its text if it has none. */
export async function decoded(bytes: Uint8Array): Promise<UnitContent> {
  let problem: string | undefined;
  try {
    const tables = await decodeResultBytes(bytes);
    if (tables.length > 0) return { kind: "tables", tables };
  } catch (error) {
    problem = messageOf(error);
  }
  const content = textContent(indented(new TextDecoder().decode(bytes)));
  return problem === undefined || content.kind !== "text"
    ? content
    : { ...content, note: t("The tables of this result cannot be read, so this is its text. {0}", problem) };
}

/** A text. A long one is cut, and its note says so. */
export function textContent(text: string): UnitContent {
  if (text.length <= LONGEST_TEXT) return { kind: "text", text };
  const note = t("The first {0} of {1} are shown.", byteText(LONGEST_TEXT), byteText(text.length));
  return { kind: "text", text: text.slice(0, LONGEST_TEXT), note };
}

function indented(text: string): string {
  if (text.length > LONGEST_TEXT) return text;
  try {
    return JSON.stringify(parseExactJson(text), undefined, 2);
  } catch {
    return text;
  }
}
