import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import path from "node:path";
import { readPieces } from "@analytics-engines/runs/files";

interface FileDigest {
  /** The file's time, size and number, which change when it is saved. */
  readonly stamp: string;
  readonly sha256: string;
}

/** Makes a function that digests files, and reads again only those that were saved since its last call. */
export function createFileDigests(folder: string) {
  let earlierFiles = new Map<string, FileDigest>();

  async function digest(name: string): Promise<FileDigest | undefined> {
    const file = path.resolve(folder, name);
    try {
      const { mtimeMs, size, ino } = await stat(file);
      const stamp = `${mtimeMs} ${size} ${ino}`;
      const earlier = earlierFiles.get(name);
      if (earlier?.stamp === stamp) return earlier;
      const hash = createHash("sha256");
      for await (const piece of readPieces(file, { isNamedByUser: true })) hash.update(piece);
      return { stamp, sha256: hash.digest("hex") };
    } catch {
      // A file that is away for a moment, while an editor replaces it.
      return undefined;
    }
  }

  /** The digest of each file that can be read. */
  return async (names: Iterable<string>): Promise<ReadonlyMap<string, string>> => {
    const files = new Map<string, FileDigest>();
    for (const name of names) {
      const file = await digest(name);
      if (file !== undefined) files.set(name, file);
    }
    earlierFiles = files;
    return new Map(Array.from(files, ([name, { sha256 }]) => [name, sha256]));
  };
}
