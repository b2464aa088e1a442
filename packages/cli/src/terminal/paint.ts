import { styleText } from "node:util";

export type Style = "red" | "yellow" | "blue" | "green" | "bold" | "dim";

/** Colours a text that is already safe to print. */
export type Paint = (style: Style, text: string) => string;

/** Leaves texts as they are. */
export const plain: Paint = (_, text) => text;

/** Colours where Node finds that the stream shows them: on a terminal, unless NO_COLOR is set, or anywhere with FORCE_COLOR. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  const shown = styleText("red", "x", { stream }) !== "x";
  return shown ? (style, text) => styleText(style, text, { validateStream: false }) : plain;
}
