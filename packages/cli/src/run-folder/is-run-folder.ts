import { statSync } from "node:fs";
import path from "node:path";

/** Whether a name is that of a folder or of a manifest, and not of a result. */
export function isRunFolder(name: string): boolean {
  if (path.basename(name) === "manifest.json") return true;
  return statSync(name, { throwIfNoEntry: false })?.isDirectory() === true;
}
