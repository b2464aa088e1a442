import { mkdir } from "node:fs/promises";
import path from "node:path";
import { ResultDecodeError } from "@analytics-engines/core/results";
import { replaceWith, writeBatches } from "@analytics-engines/runs/replace";
import { systemReason } from "@analytics-engines/runs/system-reason";
import { UserError } from "@analytics-engines/runs/user-error";

/**
 * Writes a file whole or not at all, and replaces an existing one. Makes the folder if it does not exist.
 *
 * @throws UserError where the file cannot be written
 * @throws ResultDecodeError where the content cannot be decoded
 */
export async function writeFileWhole(
  folder: string,
  name: string,
  content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<string> {
  const file = path.join(folder, name);
  try {
    await mkdir(folder, { recursive: true });
    await replaceWith(folder, name, (made) => writeBatches(made, content), {
      temporary: `${name}.${process.pid}.partial`,
    });
    return file;
  } catch (error) {
    if (error instanceof ResultDecodeError) throw error;
    throw new UserError(`${file} could not be written: ${systemReason(error)}`);
  }
}
