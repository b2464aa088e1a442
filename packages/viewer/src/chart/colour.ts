/** The colour of a series or mark: a category by its place, portfolio or gain, loss, benchmark, or the sign of each number. */
export type Colour = number | "pos" | "neg" | "bench" | "sign";

/**
 * The categories in order. Any two differ by a ΔE2000 above 10 for readers with normal, protan and deutan sight; a test computes it. The
 * colours do not come from the editor's theme, which promises no such difference.
 */
export const categories = {
  light: [
    "#1f5fbf",
    "#af8b5e",
    "#6c195e",
    "#59a197",
    "#9f5463",
    "#259cde",
    "#805307",
    "#5f2b29",
    "#3d7e95",
    "#6c3b51",
    "#718516",
  ],
  dark: [
    "#6ea8fe",
    "#9e7b0b",
    "#f1b2ad",
    "#7ae4f3",
    "#b64b65",
    "#f5ae4b",
    "#596cc6",
    "#d77ea6",
    "#0f8d81",
    "#8ba16f",
    "#317289",
  ],
} as const;

const variableNames = { pos: "--positive", neg: "--negative", bench: "--benchmark" } as const;

/** The colour of a mark as a CSS variable: those of signs and sides are the theme's. */
export function colourOf(colour: Colour, value = 0): string {
  if (colour === "sign") return `var(${value < 0 ? variableNames.neg : variableNames.pos})`;
  return typeof colour === "number"
    ? `var(--chart-${colour % categories.light.length})`
    : `var(${variableNames[colour]})`;
}
