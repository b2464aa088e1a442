import { styleText } from "node:util";

export type Style = "red" | "yellow" | "blue" | "green" | "bold" | "dim";

/** Colours a text that is already safe to print. */
export type Paint = (style: Style, text: string) => string;

/** Leaves texts unchanged. */
export const plain: Paint = (_, text) => text;

/** Colours the output of a terminal unless NO_COLOR is set; with FORCE_COLOR, any output. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  const hasColors = styleText("red", "x", { stream }) !== "x";
  return hasColors ? (style, text) => styleText(style, text, { validateStream: false }) : plain;
}
