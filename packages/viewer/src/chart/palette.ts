/**
 * The colours of series. Each has a contrast of at least 3:1 against white, against the dark editor's background and against black, so
 * that one palette serves every theme; neighbours differ in lightness or in hue for those who see fewer colours.
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
