import type { Locator } from "playwright-core";
import { readVisible } from "../../../../viewer/test/support/picture-content.ts";

/** The texts in a picture, from top to bottom. Times, dates and figures, which depend on the day, are replaced by their form. */
export type PictureTexts = readonly string[];

/** Titles, rows, lines of the editor and what stands above them; in pages with results also headings and the texts of charts. */
const spokenTexts = [
  ".pane-header .title",
  ".monaco-list-row .label-name",
  ".quick-input-list-label .label-name",
  ".codelens-decoration a",
  ".view-line",
  "h1, h2, h3, dt, th, button, text.title, text.subtitle, text.legend, .note, svg[role=img]",
].join(", ");

/**
 * Reads the texts of an element that stand whole in its first pixels.
 * @param height of the picture, pixels; all of the element by default
 */
export async function textsOf(picture: Locator, height?: number): Promise<PictureTexts> {
  const { places } = await readVisible(picture, spokenTexts, height);
  // The editor keeps its lines in another order than they stand.
  const sorted = places.toSorted(
    (first, second) => Math.round(first.top) - Math.round(second.top) || first.left - second.left,
  );
  return sorted.map(({ text }) =>
    text
      .replaceAll(/\d\d:\d\d:\d\d/g, "hh:mm:ss")
      .replaceAll(/\d\d:\d\d/g, "hh:mm")
      .replaceAll(/\d+(\.\d+)? s\b/g, "0 s")
      .replaceAll(/\d{4}-\d\d-\d\d/g, "yyyy-mm-dd")
      // A total may be above or below zero, and above a thousand.
      .replaceAll(/[−+]?\d[\d,]*\.\d+/g, "0.00"),
  );
}
