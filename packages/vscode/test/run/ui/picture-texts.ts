import type { Locator } from "playwright-core";

/** The texts in a picture, from top to bottom. Times, dates and figures, which depend on the day, are replaced by their form. */
export type PictureTexts = readonly string[];

/** Titles, rows, lines of the editor and what stands above them; in pages with results also headings and the texts of charts. */
const SPOKEN = [
  ".pane-header .title",
  ".monaco-list-row .label-name",
  ".quick-input-list-label .label-name",
  ".codelens-decoration a",
  ".view-line",
  "h1, h2, h3, dt, th, button, text.title, text.subtitle, text.legend, .note, svg[role=img]",
].join(", ");

/**
 * Reads the texts of an element that stand whole in its first pixels.
 * @param height of the picture, pixels
 */
export function textsOf(of: Locator, height = Number.POSITIVE_INFINITY): Promise<PictureTexts> {
  return of.evaluate(
    (element, { spoken, maxHeight }) => {
      const bottom = element.getBoundingClientRect().top + maxHeight;
      const lines: { readonly top: number; readonly left: number; readonly text: string }[] = [];
      const read = (node: Element): void => {
        const box = node.getBoundingClientRect();
        if (!node.checkVisibility() || box.top >= bottom) return;
        if (node.matches(spoken) && box.bottom <= bottom) {
          const text = (node.getAttribute("aria-label") ?? node.textContent ?? "")
            .replaceAll(/\s+/g, " ")
            .replaceAll(/\d\d:\d\d:\d\d/g, "hh:mm:ss")
            .replaceAll(/\d{4}-\d\d-\d\d/g, "yyyy-mm-dd")
            .replaceAll(/\d+\.\d+/g, "0.00")
            .trim();
          if (text !== "") lines.push({ top: Math.round(box.top), left: box.left, text });
        }
        for (const child of [...(node.shadowRoot?.children ?? []), ...node.children]) read(child);
      };
      read(element);
      // The editor keeps its lines in another order than they stand.
      return lines.sort((one, other) => one.top - other.top || one.left - other.left).map(({ text }) => text);
    },
    // Infinity has no form in JSON.
    { spoken: SPOKEN, maxHeight: Math.min(height, 100_000) },
  );
}
