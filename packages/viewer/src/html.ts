import { isolatedLines } from "@analytics-engines/core/basics";
import { html as litHtml, type TemplateResult } from "lit";

/** Attributes that a reader sees. */
const SHOWN_ATTRIBUTE = /[\s"'](?:title|aria-label|placeholder|alt)=["']?[^"'<>=]*$/;

/** For each value of a template, whether a reader sees it: it stands between tags, or in an attribute that is shown. By the template's texts. */
const shownByTemplate = new WeakMap<TemplateStringsArray, readonly boolean[]>();

/**
 * Lit's `html`, which isolates and spells out the texts that a reader sees: names and messages come from files of others and from the service. A
 * bidirectional override in one of them would mirror what stands beside it.
 */
export function html(strings: TemplateStringsArray, ...values: readonly unknown[]): TemplateResult<1> {
  let isShown = shownByTemplate.get(strings);
  if (isShown === undefined) {
    isShown = shownValues(strings);
    shownByTemplate.set(strings, isShown);
  }
  return litHtml(strings, ...values.map((value, at) => (isShown[at] === true ? shown(value) : value)));
}

function shownValues(strings: TemplateStringsArray): readonly boolean[] {
  let before = "";
  return strings.map((part) => {
    before += part;
    const isInTag = before.lastIndexOf("<") > before.lastIndexOf(">");
    return !isInTag || SHOWN_ATTRIBUTE.test(before);
  });
}

function shown(value: unknown): unknown {
  if (typeof value === "string") return isolatedLines(value);
  return Array.isArray(value) ? value.map(shown) : value;
}
