/** The width of a text in pixels. */
export type MeasureText = (text: string, weight?: 400 | 600) => number;

/** The size of the text of a table, in pixels. */
export const TEXT_SIZE = 12;

/** How many widths of texts without their digits are kept. Numbers have only a few such texts. */
const MAX_RESTS = 1000;

/**
 * Measures texts in the font of tables, in which all digits have the same width. A canvas measures a text without its digits, once for all
 * numbers of the same form.
 */
export function textMeter(root: ParentNode, fontFamily: string): MeasureText {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) throw new Error("the browser has no canvas to measure texts with");
  const meterOf = (weight: number) => {
    const font = `${weight} ${TEXT_SIZE}px ${fontFamily}`;
    const figure = figureWidth(root, font);
    const rests = new Map<string, number>();
    return (text: string) => {
      const rest = text.replaceAll(/\d/g, "");
      let width = rests.get(rest);
      if (width === undefined) {
        context.font = font;
        width = context.measureText(rest).width;
        if (rest.length < text.length && rests.size < MAX_RESTS) rests.set(rest, width);
      }
      return width + (text.length - rest.length) * figure;
    };
  };
  const meters = { 400: meterOf(400), 600: meterOf(600) };
  return (text, weight = 400) => meters[weight](text);
}

/** The width of a digit. A canvas has no digits of equal width, so an element of the page measures them. */
function figureWidth(root: ParentNode, font: string): number {
  const probe = document.createElement("span");
  probe.style.cssText = `position:absolute;visibility:hidden;white-space:pre;font:${font};font-variant-numeric:tabular-nums`;
  probe.textContent = "0123456789";
  root.append(probe);
  const { width } = probe.getBoundingClientRect();
  probe.remove();
  return width / 10;
}
