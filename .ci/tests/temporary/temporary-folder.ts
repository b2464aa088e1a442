import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** The names of the temporary folder in the environment: the first counts on Linux and macOS, the others on Windows. */
const variables = ["TMPDIR", "TEMP", "TMP"] as const;

/** The temporary folders of single test files begin with this. */
export const FILE_PREFIX = "t-";

/**
 * Gives this process, and the ones that it starts, a temporary folder of their own.
 * @param prefix the start of the folder's name. Short, because the paths of sockets are limited to 107 bytes
 * @returns a function that removes the folder and restores the one before. It throws if the folder is not empty, and names what is in it
 */
export function useOwnTemporaryFolder(prefix: string, parent = tmpdir()): () => void {
  const previous = variables.map((name) => [name, process.env[name]] as const);
  const folder = mkdtempSync(path.join(parent, prefix));
  // Some tests start a program as another user.
  chmodSync(folder, 0o711);
  for (const name of variables) process.env[name] = folder;
  return () => {
    for (const [name, value] of previous) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    // A test file whose tests are all skipped calls no hook that removes its folder. Chromium removes the files of its shared memory as soon as
    // it has opened them; a process of it that ends in between leaves one.
    const ignoredPrefixes = [FILE_PREFIX, ".org.chromium.Chromium."];
    const leftovers = readdirSync(folder).filter((name) => !ignoredPrefixes.some((prefix) => name.startsWith(prefix)));
    const lines = leftovers.map((name) => `\n  ${describe(folder, name)}`);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    if (lines.length > 0)
      throw new Error(
        `Tests have left this in the temporary folder. Remove it when the test ends, also if it fails:${lines.join("")}`,
      );
  };
}

/** A name with the first names below it, which tell more than its random ending. */
function describe(folder: string, name: string): string {
  const innerNames = namesIn(path.join(folder, name));
  if (innerNames.length === 0) return name;
  return `${name} (${innerNames.slice(0, 5).join(", ")}${innerNames.length > 5 ? ", …" : ""})`;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A file, or a folder that this user cannot read.
    return [];
  }
}
