/**
 * The colours of series, for every theme: each has a contrast of at least 3:1 against white, the dark editor's background and black.
 * Neighbours differ in lightness or hue, for colour-blind readers.
 */
export const palette = [
  "#2f7de0",
  "#d9730d",
  "#1f9d6b",
  "#cf4a92",
  "#8a6be8",
  "#a3860f",
  "#1396ad",
  "#dd4f3f",
] as const;

export function seriesColor(index: number): string {
  return palette[index % palette.length] ?? palette[0];
}
