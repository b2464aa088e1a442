import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { replaceWith, writeAll } from "../../files/disk.ts";
import { readPieces } from "../../files/open-file.ts";
import type { Written } from "../../files/sha256.ts";

interface Sizes {
  readonly pieceBytes: number;
  /** The longest credential, with escapes. The end of each piece is kept for the next one, where a credential can continue. */
  readonly maxSecretBytes: number;
}
const usualSizes: Sizes = { pieceBytes: 1024 * 1024, maxSecretBytes: 256 * 1024 };
/** Where a credential is at the place of a cut, the cut moves back by a little more than a usual credential takes. */
const STEP_BACK_BYTES = 4099;

/**
 * Removes credentials from a file that is kept as evidence of a defective result. Returns the new size and digest; `undefined` where the file
 * has no credentials and is unchanged.
 */
export async function redactFile(
  folder: string,
  name: string,
  redact: (text: string) => string,
  sizes = usualSizes,
): Promise<Written | undefined> {
  const path = join(folder, name);
  if (!(await hasSecrets(path, redact, sizes))) return undefined;
  const hash = createHash("sha256");
  let bytes = 0;
  const write = async (file: FileHandle) => {
    for await (const { after } of cleanTexts(path, redact, sizes)) {
      const piece = Buffer.from(after, "latin1");
      hash.update(piece);
      bytes += piece.length;
      await writeAll(file, piece);
    }
  };
  await replaceWith(folder, name, write, { temporary: `${name}.redacted` });
  return { bytes, sha256: hash.digest("hex") };
}

async function hasSecrets(path: string, redact: (text: string) => string, sizes: Sizes): Promise<boolean> {
  for await (const { isChanged } of cleanTexts(path, redact, sizes)) if (isChanged) return true;
  return false;
}

/** The texts of a file, with a character for each byte, so that every other byte is unchanged. */
async function* cleanTexts(path: string, redact: (text: string) => string, { pieceBytes, maxSecretBytes }: Sizes) {
  let rest = "";
  for await (const piece of readPieces(path, { pieceBytes })) {
    const text = rest + piece.toString("latin1");
    const { before, after } = cutText(text, redact, maxSecretBytes);
    rest = text.slice(before.length);
    yield { after, isChanged: after !== before };
  }
  const after = redact(rest);
  yield { after, isChanged: after !== rest };
}

/**
 * The beginning of a text, before and after its credentials are removed, up to a place where no credential is cut in two. The rest is long
 * enough for each credential that the next piece completes.
 */
function cutText(text: string, redact: (text: string) => string, maxSecretBytes: number) {
  const clean = redact(text);
  for (let end = text.length - maxSecretBytes; end > 0; end -= STEP_BACK_BYTES) {
    const before = text.slice(0, end);
    if (clean === text) return { before, after: before };
    const after = redact(before);
    if (after + redact(text.slice(end)) === clean) return { before, after };
  }
  return { before: "", after: "" };
}
