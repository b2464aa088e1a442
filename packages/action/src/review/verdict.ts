import type { Assessment } from "./assess.ts";
import type { FailOn } from "./inputs.ts";

/** Whether what a review found fails the step. A number of another day is not held against a change that does not ask for that day. */
export function failsStep({ broken, moved, vanished }: Assessment, failOn: FailOn): boolean {
  if (failOn === "never") return false;
  if (broken) return true;
  return failOn === "moved" && moved.length + vanished.length > 0;
}
