import { lstat } from "node:fs/promises";
import path from "node:path";

/** A file of a run folder, or why there is none: the rest of a sentence that begins with what it should hold. */
export type Inside = { readonly file: string; readonly bytes: number } | { readonly reason: string };

/** Finds a file that a manifest names: one of its folder, reached by no link. Whoever wrote the manifest may not choose what is read. */
export async function findInside(folder: string, file: string): Promise<Inside> {
  if (!isBelow(file)) return { reason: "the manifest names a file outside of the run folder" };
  const parts = file.split("/");
  for (let depth = 1; depth < parts.length; depth += 1) {
    const stats = await lstat(path.join(folder, ...parts.slice(0, depth))).catch(() => undefined);
    if (stats === undefined) return { reason: "the file is missing" };
    if (!stats.isDirectory()) return { reason: "it is reached by a link" };
  }
  const found = path.join(folder, ...parts);
  const stats = await lstat(found).catch(() => undefined);
  if (stats === undefined) return { reason: "the file is missing" };
  return stats.isFile() ? { file: found, bytes: stats.size } : { reason: "it is no file" };
}

/** Whether a path, with `/`, leads to a file below the folder that it is relative to, by its words alone. */
export function isBelow(file: string): boolean {
  const parts = file.split("/");
  return !path.isAbsolute(file) && !/[\\\0]/.test(file) && !parts.some((part) => ["", ".", ".."].includes(part));
}
