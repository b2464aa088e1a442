import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from "node:fs";

/**
 * Replaces a file's text at once: whoever reads it, and whatever happens meanwhile, finds the old text or the new one. The file keeps
 * its mode; where the path is a link, the link stays and what it leads to is replaced. Throws the system's errors.
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
