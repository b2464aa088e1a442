import { decodeResultBytes, parseExactJson } from "@analytics-engines/core/results";
import { byteText } from "../text.ts";
import type { UnitContent } from "./viewed-run.ts";

/** A longer text would hold the page up. */
const LONGEST_TEXT = 1_000_000;

/** What a JSON result holds: its tables, or where it has none the text itself. */
export async function decoded(bytes: Uint8Array): Promise<UnitContent> {
  let problem: string | undefined;
  try {
    const tables = await decodeResultBytes(bytes);
    if (tables.length > 0) return { kind: "tables", tables };
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  const content = textContent(indented(new TextDecoder().decode(bytes)));
  return problem === undefined || content.kind !== "text"
    ? content
    : { ...content, note: `This result holds no tables that can be read: ${problem}` };
}

/** A text with, where it is cut, a line that says so. */
export function textContent(text: string): UnitContent {
  if (text.length <= LONGEST_TEXT) return { kind: "text", text };
  const note = `The first ${byteText(LONGEST_TEXT)} of ${byteText(text.length)} are shown.`;
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
