import { ResultDecodeError } from "../../../json/errors.ts";

/** Arrow bytes that contradict themselves. */
export function damaged(problem: string): ResultDecodeError {
  return new ResultDecodeError("", `the Arrow data is damaged: ${problem}`);
}

/** Arrow bytes that may be right, but hold what is not read here. */
export function unsupported(what: string): ResultDecodeError {
  return new ResultDecodeError("", `the Arrow data cannot be read: ${what}`);
}
