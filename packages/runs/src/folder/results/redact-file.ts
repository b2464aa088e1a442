import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { writeAll } from "../../files/disk.ts";
import { readPieces } from "../../files/open-file.ts";
import { replaceWith } from "../../files/replace.ts";
import type { Written } from "../../files/sha256.ts";

interface Sizes {
  readonly pieceBytes: number;
  /** The longest credential, in UTF-16 with escapes. The end of each piece is kept for the next one, where a credential can continue. */
  readonly maxSecretBytes: number;
}
const usualSizes: Sizes = { pieceBytes: 1024 * 1024, maxSecretBytes: 256 * 1024 };
/** Where a credential is at the place of a cut, the cut moves back by a little more than a usual credential takes. */
const STEP_BACK_BYTES = 4099;
/** Some letters of UTF-16. Other bytes seldom match, which saves reading them four times. */
const WIDE = /(?:\0[^\0]){4}/;

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
  const after = redactBytes(rest, redact);
  yield { after, isChanged: after !== rest };
}

/**
 * The beginning of a text, before and after its credentials are removed, up to a place where no credential is cut in two. The rest is long
 * enough for each credential that the next piece completes.
 */
function cutText(text: string, redact: (text: string) => string, maxSecretBytes: number) {
  const clean = redactBytes(text, redact);
  for (let end = text.length - maxSecretBytes; end > 0; end -= STEP_BACK_BYTES) {
    const before = text.slice(0, end);
    if (clean === text) return { before, after: before };
    const after = redactBytes(before, redact);
    if (after + redactBytes(text.slice(end), redact) === clean) return { before, after };
  }
  return { before: "", after: "" };
}

/** @param text a character for each byte */
function redactBytes(text: string, redact: (text: string) => string): string {
  const clean = redact(text);
  return WIDE.test(clean) ? wideOrders.reduce((rest, order) => redactWide(rest, order, redact), clean) : clean;
}

/** The ways to read bytes as UTF-16: from an even or an odd byte on, the smaller or the larger half of each character first. */
const wideOrders = [0, 1].flatMap((from) => [
  { from, isLarge: false },
  { from, isLarge: true },
]);

function redactWide(
  text: string,
  { from, isLarge }: (typeof wideOrders)[number],
  redact: (text: string) => string,
): string {
  const to = text.length - ((text.length - from) % 2);
  const wideText = swapped(Buffer.from(text.slice(from, to), "latin1"), isLarge).toString("utf16le");
  const clean = redact(wideText);
  if (clean === wideText) return text;
  return text.slice(0, from) + swapped(Buffer.from(clean, "utf16le"), isLarge).toString("latin1") + text.slice(to);
}

function swapped(bytes: Buffer, isLarge: boolean): Buffer {
  return isLarge ? bytes.swap16() : bytes;
}
