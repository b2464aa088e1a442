/**
 * The message of any thrown value.
 * @example
 * ```ts
 * import { messageOf } from "@analytics-engines/core/text";
 *
 * console.log(messageOf(new Error("The disk is full."))); // The disk is full.
 * ```
 */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
