import { createHash } from "node:crypto";

/** Room for an extension and `.partial` within 100 bytes, which every file system and artifact store takes. */
const MAX_BYTES = 80;

/** What Windows or an artifact store refuses, and what hides or reverses text: control, format, private, unpaired surrogates, separators. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/gu;
/** Names with nothing of that, told at once: to learn what it all is takes 3 ms, before the first request. */
const USUAL = /^[\w .()+=@,-]*$/;
/** Names of devices on Windows, whatever the extension. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/i;

/**
 * The text as one name of a file or folder that every file system and artifact store can hold. Different texts can come
 * to the same name: `distinctNames` keeps them apart.
 */
export function safeName(text: string): string {
  const visible = USUAL.test(text) ? text : text.normalize("NFC").replace(FORBIDDEN, "_");
  // Leading dots hide a file; Windows drops dots and spaces at the end.
  const trimmed = cut(visible.replace(/^[.\s]+/, "_"), MAX_BYTES).replace(/[.\s]+$/, "_");
  if (trimmed === "") return "_";
  return isDeviceName(trimmed) ? cut(`_${trimmed}`, MAX_BYTES) : trimmed;
}

/** Whether Windows takes a name for that of a device. */
export function isDeviceName(name: string): boolean {
  return RESERVED.test(name);
}

/** What is to be named: `id` tells it from the others, `wish` is what people would call it. */
export interface Named {
  readonly id: string;
  readonly wish: string;
}

/**
 * A safe name for each, in order, distinct also where letter case and Unicode form are ignored. The ids must be distinct.
 * A wish that had to change, or that another has too, carries a digest of the id, so names depend on what there is and
 * not on its order.
 * @param taken names that must not be met
 */
export function distinctNames(all: readonly Named[], taken: readonly string[] = []): string[] {
  const plain = all.map(({ wish }) => safeName(wish));
  const counts = new Map<string, number>();
  for (const name of [...plain, ...taken]) counts.set(foldName(name), (counts.get(foldName(name)) ?? 0) + 1);
  const names = all.map(({ id, wish }, index) => {
    const name = plain[index] ?? "_";
    return name === wish && counts.get(foldName(name)) === 1 ? name : withDigest(name, id, 8);
  });
  const isDistinct =
    new Set([...names, ...taken].map(foldName)).size === names.length + new Set(taken.map(foldName)).size;
  // Somebody can be called what another is called with its digest: then all get a long one.
  return isDistinct ? names : all.map(({ id }, index) => withDigest(plain[index] ?? "_", id, 32));
}

/** A name for what nobody knew of when the others were named. */
export function lateName(text: string): string {
  return withDigest(safeName(text), text, 32);
}

function withDigest(name: string, text: string, digits: number): string {
  // UTF-16 as it is: unpaired surrogates are different texts too.
  const digest = createHash("sha256").update(Buffer.from(text, "utf16le")).digest("hex").slice(0, digits);
  return `${cut(name, MAX_BYTES - digits - 1)}-${digest}`;
}

/** What a file system may take for the same name. */
export function foldName(name: string): string {
  return name.normalize("NFKC").toLowerCase().toUpperCase().normalize("NFC");
}

/** The first characters of a text that fit into so many bytes of UTF-8. */
function cut(text: string, bytes: number): string {
  let used = 0;
  let end = 0;
  for (const character of text) {
    used += Buffer.byteLength(character);
    if (used > bytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}
