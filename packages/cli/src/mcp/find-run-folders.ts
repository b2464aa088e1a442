import { lstat, readdir } from "node:fs/promises";
import path from "node:path";
import { systemReason, UserError } from "@analytics-engines/runs/host";
import { excludedFolders } from "@analytics-engines/runs/lookup";

/** How many levels deep run folders are searched: each artifact is downloaded into its own folder. */
const MAX_DEPTH = 4;

/**
 * The run folders in a folder, or the folder itself. Links are not followed, and run folders inside a run folder are not searched.
 * @throws UserError if the folder cannot be read
 */
export async function findRunFolders(folder: string): Promise<readonly string[]> {
  return search(path.resolve(folder), MAX_DEPTH);
}

async function search(folder: string, depth: number): Promise<readonly string[]> {
  const manifest = await lstat(path.join(folder, "manifest.json")).catch(() => undefined);
  if (manifest?.isFile() === true) return [folder];
  if (depth === 0) return [];
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new UserError(`${folder} cannot be read: ${systemReason(error)}. Name a folder that you can read.`);
  });
  const isSearched = (name: string) => !name.startsWith(".") && !excludedFolders.includes(name);
  const inner = entries.filter((entry) => entry.isDirectory() && isSearched(entry.name));
  const runFolders: string[] = [];
  for (const { name } of inner) runFolders.push(...(await search(path.join(folder, name), depth - 1)));
  return runFolders;
}
