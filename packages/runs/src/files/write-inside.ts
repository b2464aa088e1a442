import { existsSync, mkdirSync, realpathSync } from "node:fs";
import path from "node:path";
import { UserError } from "../user-error.ts";
import { isGitsOwn, isInside } from "./contain.ts";
import { replaceText } from "./replace.ts";
import { systemReason } from "./system-reason.ts";

/**
 * Writes a file of a workspace with its folders, and replaces an existing one. Never writes outside of the workspace or among git's own files,
 * whatever links a pull request has added.
 *
 * @param file absolute
 * @throws UserError
 */
export function writeInside(file: string, text: string, workspace: string): void {
  const folder = path.dirname(file);
  const root = realpathSync(workspace);
  try {
    checkInside(file, realpathSync(nearestExisting(folder)), root);
    mkdirSync(folder, { recursive: true });
    const target = path.join(realpathSync(folder), path.basename(file));
    checkInside(file, path.dirname(target), root);
    replaceText(target, text);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `${file} could not be written: ${systemReason(error)}. Name a file that this process can write.`,
    );
  }
}

function checkInside(file: string, folder: string, root: string): void {
  if (!isInside(root, folder) || isGitsOwn(root, folder))
    throw new UserError(
      `${file} would be written outside of the workspace, or among git's own files. Name a file of the workspace.`,
    );
}

/** The folder itself, or the nearest folder above it that exists. */
export function nearestExisting(folder: string): string {
  const parent = path.dirname(folder);
  return existsSync(folder) || parent === folder ? folder : nearestExisting(parent);
}
