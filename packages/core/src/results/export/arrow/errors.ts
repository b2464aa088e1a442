import { ResultDecodeError } from "../../../json/errors.ts";

/** Arrow bytes that contradict themselves. */
export function damaged(problem: string): ResultDecodeError {
  return new ResultDecodeError("", `the Arrow data is damaged: ${problem}`);
}

/** Arrow bytes that may be valid, with contents that this reader does not support. */
export function unsupported(what: string): ResultDecodeError {
  return new ResultDecodeError("", `the Arrow data cannot be read: ${what}`);
}
