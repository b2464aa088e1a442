import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Problem } from "../github/problem.ts";

/**
 * Writes a file of the workspace, its folders included, and replaces one that is there. Never writes elsewhere, whatever links a pull request
 * has put in the way, nor among git's own files.
 *
 * @param file Absolute.
 * @throws Problem
 */
export function writeInside(file: string, text: string, workspace: string): void {
  const folder = path.dirname(file);
  const root = realpathSync(workspace);
  try {
    checkInside(file, realpathSync(nearestExisting(folder)), root);
    mkdirSync(folder, { recursive: true });
    const target = path.join(realpathSync(folder), path.basename(file));
    checkInside(file, path.dirname(target), root);
    const partial = `${target}.${process.pid}.partial`;
    try {
      // A file of its own, renamed into place: a link under the name is replaced, and not what it leads to.
      writeFileSync(partial, text, { flag: "wx" });
      renameSync(partial, target);
    } catch (error) {
      rmSync(partial, { force: true });
      throw error;
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(`${file} could not be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function checkInside(file: string, folder: string, root: string): void {
  const relative = path.relative(root, folder);
  const parts = relative.split(path.sep);
  if (parts[0] === ".." || path.isAbsolute(relative) || parts.includes(".git"))
    throw new Problem(`${file} would be written outside of the workspace, or among git's own files.`);
}

function nearestExisting(folder: string): string {
  const parent = path.dirname(folder);
  return existsSync(folder) || parent === folder ? folder : nearestExisting(parent);
}
