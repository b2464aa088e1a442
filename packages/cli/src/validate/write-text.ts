import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from "node:fs";

/**
 * Replaces the text of a file at once: a reader, or a kill, finds either the old or the new text. The file keeps its mode. A link stays, and its
 * target is replaced. Throws the errors of the system.
 */
export function replaceText(file: string, text: string): void {
  const target = realpathSync(file);
  const partial = `${target}.${process.pid}.partial`;
  try {
    const handle = openSync(partial, "wx", statSync(target).mode);
    try {
      const bytes = Buffer.from(text, "utf8");
      for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(partial, target);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}
