import { HIDDEN_CHARACTERS } from "../text/visible.ts";

/** Folders whose files programs obey: git's hooks and configuration, workflows, tasks and settings of the editor. With the short names of Windows. */
const RESERVED = /^(?:\.git|\.github|\.vscode|git~\d+|github~\d+|vscode~\d+)$/;

/** Whether a relative path is, or leads through, a folder in which no run writes. Names are compared as file systems do that ignore letter case, hidden characters, and dots at the end. */
export function isReservedFolder(path: string): boolean {
  return path.split(/[\\/]/).some((part) => {
    const name = part.normalize("NFKC").replaceAll(HIDDEN_CHARACTERS, "").toLowerCase();
    return RESERVED.test(name.replace(/:.*$/s, "").replace(/[. ]+$/, ""));
  });
}
