import type { Locator } from "playwright-core";

/** What a picture shows, whatever the fonts of the machine: its elements, and its texts in order. */
export interface PictureContent {
  /** How many components and charts are in it. */
  readonly elements: Readonly<Record<string, number>>;
  /** Headings, key figures, buttons, titles of charts, and headings of tables. */
  readonly texts: readonly string[];
}

/** A text, and where it begins in the page, pixels. */
export interface TextPlace {
  readonly text: string;
  readonly top: number;
  readonly left: number;
}

const HEADS = "h1, h2, h3, dt, dd, th, .head, button, text.title, text.subtitle, text.legend, .note, svg[role=img]";

/** Reads the content of the elements in a picture. */
export async function pictureContent(picture: Locator): Promise<PictureContent> {
  const { elements, places } = await readVisible(picture, HEADS);
  const texts = places.map(({ text }) => text);
  return { elements, texts: texts.filter((text, at) => text !== texts[at - 1]) };
}

/**
 * Reads the components and the texts that an element shows, also in shadow trees.
 * @param selectors of the elements whose texts count
 * @param maxHeight leaves out what is not whole in the first pixels of the element
 */
export function readVisible(picture: Locator, selectors: string, maxHeight = Number.MAX_SAFE_INTEGER) {
  return picture.evaluate(
    (element, limits) => {
      const bottom = element.getBoundingClientRect().top + limits.maxHeight;
      const elements: Record<string, number> = {};
      const places: TextPlace[] = [];
      const read = (node: Element): void => {
        const box = node.getBoundingClientRect();
        if (!node.checkVisibility() || box.top >= bottom) return;
        if (node.localName.startsWith("ae-")) elements[node.localName] = (elements[node.localName] ?? 0) + 1;
        if (node.matches(limits.selectors) && box.bottom <= bottom) {
          const text = (node.getAttribute("aria-label") ?? node.textContent ?? "").replaceAll(/\s+/g, " ").trim();
          if (text !== "") places.push({ text, top: box.top, left: box.left });
        }
        for (const child of [...(node.shadowRoot?.children ?? []), ...node.children]) read(child);
      };
      read(element);
      return { elements, places };
    },
    { selectors, maxHeight },
  );
}
