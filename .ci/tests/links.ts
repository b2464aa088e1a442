import { lstatSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Whether links can be made here, and programs see that they are links: Windows permits no links without its developer mode, and Wine shows them as what they lead to. */
export const hasLinks = process.platform !== "win32" || canLink();

function canLink(): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), "links-"));
  const link = path.join(folder, "link");
  try {
    symlinkSync(folder, link, "dir");
    return lstatSync(link).isSymbolicLink();
  } catch {
    return false;
  } finally {
    rmSync(link, { force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}
