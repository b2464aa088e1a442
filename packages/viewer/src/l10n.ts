import { isObject } from "@analytics-engines/core/basics";
import { localCount } from "./language/number-language.ts";

/** The element with the labels of a page in another language: JSON, from the English text to its translation. */
const TEXTS_ID = "analytics-engines-texts";

const texts = readTexts();

/** Whether the page has another language than English. */
export const isTranslated = texts.size > 0;

/**
 * A label in the language of the page, with `{0}`, `{1}` ... replaced by the values. A page without the element `analytics-engines-texts`, such as a
 * report, is English. Numbers are written as language/ says; names of results are never translated.
 *
 * `@vscode/l10n` would take the place of ten lines here, add 3 kB to each report, and write the numbers in English.
 */
export function t(text: string, ...values: readonly (string | number)[]): string {
  const translated = texts.get(text) ?? text;
  return translated.replaceAll(/\{(\d)\}/g, (placeholder, index: string) =>
    argumentText(values[Number(index)] ?? placeholder),
  );
}

function argumentText(value: string | number): string {
  return typeof value === "number" ? localCount(value) : value;
}

/** The labels are read when the script starts, so that constants can have them. */
function readTexts(): ReadonlyMap<string, string> {
  const json = globalThis.document?.getElementById(TEXTS_ID)?.textContent;
  const read: unknown = json ? JSON.parse(json) : undefined;
  if (!isObject(read)) return new Map();
  return new Map(
    Object.entries(read).flatMap(([text, translation]) =>
      typeof translation === "string" ? [[text, translation]] : [],
    ),
  );
}
