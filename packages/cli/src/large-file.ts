import { statSync } from "node:fs";

/** Reading a file of this size takes more than a second. */
const LARGE_BYTES = 32 * 1024 * 1024;

/** Whether reading a file takes so long that progress is shown. */
export function isLarge(file: string): boolean {
  try {
    return statSync(file).size > LARGE_BYTES;
  } catch {
    return false;
  }
}
