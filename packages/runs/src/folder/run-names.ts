import { createHash } from "node:crypto";
import { isDeviceName, runFileNames } from "../files/paths.ts";
import { COMMENTARY_ENDING } from "./results/read-stored.ts";

export type RunNames = ReturnType<typeof createRunNames>;

/**
 * The names of the results of each parameter file within a run folder.
 *
 * @param jobs each parameter file's path as its key, and the units asked for. A folder is named after the file
 *   without `.json`, after its whole path where two files have the same name.
 */
export function createRunNames(jobs: readonly { readonly key: string; readonly units: readonly string[] }[]) {
  const short = jobs.map(({ key }) => baseName(key));
  const counts = new Map<string, number>();
  for (const name of short) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
  const wishes = jobs.map(({ key }, index) => {
    const name = short[index] ?? key;
    const isShared = (counts.get(name.toLowerCase()) ?? 0) > 1;
    return { id: key, wish: isShared ? wholeName(key) : name };
  });
  const folders = distinctNames(wishes, runFileNames);
  // A folder with the name of its file is not stored twice.
  const folderByKey = new Map(
    jobs.map(({ key }, index) => [key, folders[index] === baseName(key) ? "" : (folders[index] ?? lateName(key))]),
  );
  // For a job with one unit, only the unit: maps for 100,000 jobs would take much memory.
  const unitsByKey = new Map(
    jobs.map(({ key, units }) => [key, units.length === 1 ? (units[0] ?? "") : nameUnits(units)]),
  );
  const unitsOf = (key: string) => {
    const units = unitsByKey.get(key);
    return typeof units === "string" ? nameUnits([units]) : units;
  };
  return {
    /** The folder of a parameter file's results. */
    folderOf(key: string): string {
      const folder = folderByKey.get(key) ?? lateName(key);
      return folder === "" ? baseName(key) : folder;
    },
    /** The name, without extension, of a unit's files. */
    unitOf(key: string, unitId: string): string {
      return unitsOf(key)?.get(unitId) ?? lateName(unitId);
    },
  };
}

function nameUnits(units: readonly string[]): ReadonlyMap<string, string> {
  const safeNames = distinctNames(units.map((id) => ({ id, wish: isCommentaryName(id) ? `${id}_` : id })));
  return new Map(units.map((id, index) => [id, safeNames[index] ?? lateName(id)]));
}

/** Whether the result of a unit could have the name of another unit's commentary. */
function isCommentaryName(unitId: string): boolean {
  return foldName(`${unitId}.json`).endsWith(foldName(COMMENTARY_ENDING));
}

const withoutExtension = (path: string) => path.replace(/\.json$/i, "");

function baseName(path: string): string {
  return withoutExtension(path.slice(path.lastIndexOf("/") + 1));
}

function wholeName(path: string): string {
  return withoutExtension(path)
    .split("/")
    .filter((part) => part !== "" && part !== "." && part !== "..")
    .join("-");
}

/** Leaves room for an extension and `.partial` within 100 bytes, which every file system and artifact store accepts. */
const MAX_BYTES = 80;

/** Characters that Windows or an artifact store refuses, and those that hide or reverse text: control, format, private, unpaired surrogates, separators. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/gu;

/**
 * The text as a name of a file or folder that every file system and artifact store accepts. Different texts can get the same name:
 * `distinctNames` keeps them apart.
 */
export function safeName(text: string): string {
  const visible = text.normalize("NFC").replace(FORBIDDEN, "_");
  // Leading dots hide a file; Windows drops dots and spaces at the end.
  const trimmed = cut(visible.replace(/^[.\s]+/, "_"), MAX_BYTES).replace(/[.\s]+$/, "_");
  if (trimmed === "") return "_";
  return isDeviceName(trimmed) ? cut(`_${trimmed}`, MAX_BYTES) : trimmed;
}

/** A thing to name: `id` identifies it, `wish` is the preferred name. */
export interface Named {
  readonly id: string;
  readonly wish: string;
}

/**
 * Safe names, in order, that differ also where letter case and Unicode form are ignored. The ids must be distinct. A wish that had to change,
 * or that two have in common, gets a digest of the id: the names do not depend on the order.
 * @param reservedNames names that must not be used
 */
export function distinctNames(all: readonly Named[], reservedNames: readonly string[] = []): string[] {
  const plain = all.map(({ wish }) => safeName(wish));
  const counts = new Map<string, number>();
  for (const name of [...plain, ...reservedNames]) counts.set(foldName(name), (counts.get(foldName(name)) ?? 0) + 1);
  const safeNames = all.map(({ id, wish }, index) => {
    const name = plain[index] ?? "_";
    return name === wish && counts.get(foldName(name)) === 1 ? name : withDigest(name, id, 8);
  });
  const isDistinct =
    new Set([...safeNames, ...reservedNames].map(foldName)).size ===
    safeNames.length + new Set(reservedNames.map(foldName)).size;
  // A wish can be equal to the name of another with its digest: then all get a longer digest.
  return isDistinct ? safeNames : all.map(({ id }, index) => withDigest(plain[index] ?? "_", id, 32));
}

/** A name for a thing that was not known when the others were named. */
export function lateName(text: string): string {
  return withDigest(safeName(text), text, 32);
}

function withDigest(name: string, text: string, digits: number): string {
  // UTF-16 as it is: unpaired surrogates are different texts too.
  const digest = createHash("sha256").update(Buffer.from(text, "utf16le")).digest("hex").slice(0, digits);
  return `${cut(name, MAX_BYTES - digits - 1)}-${digest}`;
}

/** The form in which file systems that ignore letter case or Unicode form compare names. */
export function foldName(name: string): string {
  return name.normalize("NFKC").toLowerCase().toUpperCase().normalize("NFC");
}

/** The first characters of a text that fit into `bytes` bytes of UTF-8. */
function cut(text: string, bytes: number): string {
  let usedBytes = 0;
  let end = 0;
  for (const character of text) {
    usedBytes += Buffer.byteLength(character);
    if (usedBytes > bytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}
