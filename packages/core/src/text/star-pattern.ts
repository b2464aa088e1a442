/**
 * The pattern of a user as an expression for whole texts: `*` stands for any characters, each other character for itself.
 * @param flags besides `s` and `u`
 * @example
 * ```ts
 * import { starPattern } from "@analytics-engines/core/basics";
 *
 * console.log(starPattern("run-*").test("run-1.zip")); // true
 * ```
 */
export function starPattern(pattern: string, flags = ""): RegExp {
  // Node 22 and older browsers lack RegExp.escape.
  const parts = pattern.split("*").map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, `su${flags}`);
}
