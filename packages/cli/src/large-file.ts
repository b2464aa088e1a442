import { statSync } from "node:fs";

/** Reading a file of this size takes more than a second. */
const largeBytes = 32 * 1024 * 1024;

/** Whether it is worth saying that a file is being read. */
export function isLarge(file: string): boolean {
  try {
    return statSync(file).size > largeBytes;
  } catch {
    return false;
  }
}
