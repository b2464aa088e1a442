import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createFile, moveInto, writePieces } from "./folder.ts";
import type { Written } from "./write-body.ts";

/** No credential is longer. The end of each piece waits for the next: a credential may go on there. */
const LONGEST_SECRET = 64 * 1024;
const PIECE_BYTES = 1024 * 1024;

/**
 * Takes credentials out of a file that is kept as evidence of what came in place of a result. `undefined` where there are none; then the file
 * is as it was.
 */
export async function redactFile(
  folder: string,
  name: string,
  redact: (text: string) => string,
): Promise<Written | undefined> {
  const path = join(folder, name);
  if (!(await hasSecrets(path, redact))) return undefined;
  const temporary = `${name}.redacted`;
  await rm(join(folder, temporary), { force: true });
  const file = await createFile(join(folder, temporary));
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    for await (const text of cleanTexts(path, redact)) {
      const piece = Buffer.from(text.after, "latin1");
      hash.update(piece);
      bytes += piece.length;
      await writePieces(file, [piece]);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await moveInto(folder, temporary, name);
  return { bytes, sha256: hash.digest("hex") };
}

async function hasSecrets(path: string, redact: (text: string) => string): Promise<boolean> {
  for await (const { isChanged } of cleanTexts(path, redact)) if (isChanged) return true;
  return false;
}

/** The texts of a file, a character for each byte, so that every other byte stays as it is. */
async function* cleanTexts(path: string, redact: (text: string) => string) {
  let rest = "";
  for await (const piece of createReadStream(path, { encoding: "latin1", highWaterMark: PIECE_BYTES })) {
    const text = rest + String(piece);
    const clean = redact(text);
    const end = Math.max(0, clean.length - LONGEST_SECRET);
    rest = clean.slice(end);
    yield { after: clean.slice(0, end), isChanged: clean !== text };
  }
  yield { after: rest, isChanged: false };
}
