import { isDeviceName } from "./safe-names.ts";

/** Names that a run folder keeps for itself: no result has one of them as its folder. */
export const OWN_NAMES = [
  "manifest.json",
  "manifest.json.partial",
  "journal.jsonl",
  "journal.commit",
  "run.lock",
  "run.lock~",
  "report.html",
  "summary.md",
  "summary.md.partial",
];

/** What a file system takes for something other than a name, among it the colon of a drive or an alternate stream of Windows. */
const NO_NAME = /[\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const LONGEST_NAME = 255;

/**
 * Why a text is no path, with `/`, of a file below the folder that it is relative to; undefined where it is one. By the text alone, and
 * the same on every system: run folders travel, and what Windows takes for another file is refused everywhere.
 */
export function whyNotBelow(file: string): string | undefined {
  const parts = file.split("/");
  if (parts.some((part) => part === "" || part === "." || part === "..")) return "it leads out of the run folder";
  if (NO_NAME.test(file)) return "it has a character that is no part of a file's name";
  if (parts.some((part) => /[. ]$/.test(part))) return "a name in it ends in a dot or a space";
  if (parts.some(isDeviceName)) return "a name in it is that of a device";
  if (parts.some((part) => Buffer.byteLength(part) > LONGEST_NAME)) return "a name in it is too long";
  return undefined;
}

/**
 * Why a text is no path that the results of a run, their info documents and their tables as CSV can have; undefined where it is one.
 * They stand in folders of the run folder, so none is a file that the run keeps for itself.
 */
export function whyNoResultPath(file: string): string | undefined {
  const [first = "", ...rest] = file.split("/");
  const outside = whyNotBelow(file);
  if (outside !== undefined) return outside;
  if (rest.length === 0 || OWN_NAMES.includes(first.toLowerCase())) return "it is a file that the run keeps for itself";
  if (/(?:^|\/)\./.test(file)) return "a name in it begins with a dot";
  return /\.partial$/i.test(file) ? "it is what arrived of a result that did not arrive whole" : undefined;
}
