import type { Locator } from "playwright-core";

/** What a picture shows, whatever the fonts of the machine: its elements, and its texts in order. */
export interface PictureContent {
  /** How many components and charts are in it. */
  readonly elements: Readonly<Record<string, number>>;
  /** Headings, key figures, buttons, titles of charts, and headings of tables. */
  readonly texts: readonly string[];
}

/** Reads the content of the elements in a picture. */
export function pictureContent(shown: Locator): Promise<PictureContent> {
  return shown.evaluate((element) => {
    const spoken =
      "h1, h2, h3, dt, dd, th, .head, button, text.title, text.subtitle, text.legend, .note, svg[role=img]";
    const elements: Record<string, number> = {};
    const texts: string[] = [];
    const read = (node: Element): void => {
      if (!node.checkVisibility()) return;
      if (node.localName.startsWith("ae-")) elements[node.localName] = (elements[node.localName] ?? 0) + 1;
      if (node.matches(spoken)) {
        const text = (node.getAttribute("aria-label") ?? node.textContent ?? "").replaceAll(/\s+/g, " ").trim();
        if (text !== "" && texts.at(-1) !== text) texts.push(text);
      }
      for (const child of [...(node.shadowRoot?.children ?? []), ...node.children]) read(child);
    };
    read(element);
    return { elements, texts };
  });
}
