/** Names of devices on Windows, whatever the extension. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/i;

/** Whether Windows takes a name for that of a device. */
export function isDeviceName(name: string): boolean {
  return RESERVED.test(name);
}

/** Names of the run's own files: no folder of results has one of them. */
export const runFileNames = [
  "manifest.json",
  "manifest.json.partial",
  "journal.jsonl",
  "journal.commit",
  "run.lock",
  "run.lock~",
  "checks.json",
  "checks.json.partial",
  "report.html",
  "summary.md",
  "summary.md.partial",
];

/** Characters that a file system does not accept in a name, such as the colon of a drive or an alternate stream of Windows. */
const NO_NAME = /[\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const MAX_NAME_LENGTH = 255;

function isTooLong(name: string): boolean {
  // A character has at most three bytes for each of its units.
  return 3 * name.length > MAX_NAME_LENGTH && new TextEncoder().encode(name).length > MAX_NAME_LENGTH;
}

/**
 * Why a text is not a relative path, with `/`, of a file below its folder; `undefined` where it is. The answer is the same on every system:
 * run folders are copied, so a path that only Windows reads in another way is refused everywhere.
 */
export function whyNotBelow(file: string): string | undefined {
  const parts = file.split("/");
  if (parts.some((part) => part === "" || part === "." || part === "..")) return "it leads out of the run folder";
  if (NO_NAME.test(file)) return "it has a character that a file name cannot have";
  if (parts.some((part) => /[. ]$/.test(part))) return "a name in it ends in a dot or a space";
  if (parts.some(isDeviceName)) return "a name in it is that of a device";
  if (parts.some(isTooLong)) return "a name in it is too long";
  return undefined;
}

/**
 * Why a text is not the path of a result, an info document or a CSV of a run; `undefined` where it is. These files are in folders of the run
 * folder, so none of them is one of the run's own files.
 */
export function whyNoResultPath(file: string): string | undefined {
  const [first = "", ...rest] = file.split("/");
  const outside = whyNotBelow(file);
  if (outside !== undefined) return outside;
  if (rest.length === 0 || runFileNames.includes(first.toLowerCase())) return "it is one of the run's own files";
  if (/(?:^|\/)\./.test(file)) return "a name in it begins with a dot";
  return /\.partial$/i.test(file) ? "it is a partial result" : undefined;
}
