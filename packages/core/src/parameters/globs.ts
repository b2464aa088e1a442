/**
 * Whether a path matches a glob: `*`, `?` and `[a-z]` within a folder, `**` across folders, `{a,b}` for one of several. Backslashes count as
 * slashes. A glob without a slash matches the file's name.
 */
export function matchesGlob(path: string, glob: string): boolean {
  const whole = path.replaceAll("\\", "/").replace(/^\.\//, "");
  const target = /[/\\]/.test(glob) ? whole : whole.slice(whole.lastIndexOf("/") + 1);
  return compile(glob.replace(/^\.[/\\]/, ""), () => true)(target);
}

/**
 * A function that says whether a glob matches a path from its first folder on. As in shells, `*`, `?`, `[a-z]` and `**` match no file or folder
 * whose name begins with a dot; a glob names these with their dot.
 * @example
 * ```ts
 * import { pathMatcher } from "@analytics-engines/core/basics";
 *
 * const matches = pathMatcher("parameters/*.json");
 * console.log(matches("parameters/weights.pa.json"), matches("parameters/.old.json")); // true false
 * ```
 */
export function pathMatcher(glob: string): (path: string) => boolean {
  return compile(glob, (name) => !name.startsWith("."));
}

/** A wildcard, or the test of one character. */
type Piece = "*" | ((char: string) => boolean);
/** A part of a glob between slashes: `**`, or the test of a name. */
type Part = "**" | ((name: string) => boolean);

/** @param isVisible whether wildcards match a name */
function compile(glob: string, isVisible: (name: string) => boolean): (path: string) => boolean {
  const globs = expandBraces(glob.replaceAll("\\", "/")).map((alternative) => {
    // `a/**` matches what is in the folder, not the folder itself.
    const parts = alternative.replace(/(?<=^|\/)\*\*$/, "**/*").split("/");
    return parts.map((part): Part => (part === "**" ? part : nameMatcher(part, isVisible)));
  });
  return (path) => {
    const names = path.split("/");
    return globs.some((parts) => matchSequence(names, parts, "**", isVisible));
  };
}

const MAX_ALTERNATIVES = 1000;

/** `a.{x,y}` as `a.x` and `a.y`. Braces without a comma are characters like others. */
function expandBraces(withBraces: string): readonly string[] {
  const expanded: string[] = [];
  const pending = [withBraces];
  for (let glob = pending.pop(); glob !== undefined && expanded.length < MAX_ALTERNATIVES; glob = pending.pop()) {
    const group = /\{([^{},]*,[^{}]*)\}/.exec(glob);
    if (group === null) {
      expanded.push(glob);
      continue;
    }
    const [before, after] = [glob.slice(0, group.index), glob.slice(group.index + group[0].length)];
    for (const word of (group[1] ?? "").split(",")) pending.push(before + word + after);
  }
  return expanded;
}

function nameMatcher(pattern: string, isVisible: (name: string) => boolean): (name: string) => boolean {
  const pieces = Array.from(pattern.matchAll(/\[([!^]?)(\]?[^\]]+|\])\]|./gsu), ([text, not, set]): Piece => {
    if (set !== undefined) return setMatcher(set, not === "");
    if (text === "*") return text;
    return text === "?" ? () => true : (char) => char === text;
  });
  return (name) => (isVisible(name) || pattern.startsWith(".")) && matchSequence([...name], pieces, "*", () => true);
}

/** The test of one character by a set such as `abc` or `a-z`. */
function setMatcher(set: string, isIncluded: boolean): (char: string) => boolean {
  const ranges = Array.from(set.matchAll(/(.)-(.)|./gsu), ([char, first = char, last = char]) => ({ first, last }));
  return (char) => ranges.some(({ first, last }) => first <= char && char <= last) === isIncluded;
}

/**
 * Matches items with wildcards. It goes back only to the last wildcard, so no pattern makes it hang. `minimatch` 11 passes the same tests,
 * but it would add 34 kB to the start of every shell.
 *
 * @param canSkip whether a wildcard matches an item
 */
function matchSequence<Wildcard extends string>(
  items: readonly string[],
  pattern: readonly (Wildcard | ((item: string) => boolean))[],
  wildcard: Wildcard,
  canSkip: (item: string) => boolean,
): boolean {
  let itemAt = 0;
  let patternAt = 0;
  let retryItem = 0;
  let retryPattern = -1;
  while (itemAt < items.length) {
    const item = items[itemAt] ?? "";
    const piece = pattern[patternAt];
    if (piece === wildcard) {
      retryPattern = ++patternAt;
      retryItem = itemAt;
    } else if (typeof piece === "function" && piece(item)) {
      itemAt++;
      patternAt++;
    } else if (retryPattern >= 0 && canSkip(items[retryItem] ?? "")) {
      patternAt = retryPattern;
      itemAt = ++retryItem;
    } else {
      return false;
    }
  }
  return pattern.slice(patternAt).every((piece) => piece === wildcard);
}

/**
 * A function that says whether one of the patterns selects a unit. A pattern is `FILE#UNIT`, a glob of parameter files and a glob of their
 * units, or `FILE` for all units of the files. A glob of files without a slash matches the file's name; in a unit's id, a slash is a
 * character like any other.
 * @example
 * ```ts
 * import { unitMatcher } from "@analytics-engines/core/basics";
 *
 * const matches = unitMatcher(["*.pa.json#effects"]);
 * console.log(matches("parameters/attribution.pa.json", "effects")); // true
 * ```
 */
export function unitMatcher(patterns: readonly string[]): (path: string, unit: string) => boolean {
  const rules = patterns.map((pattern) => {
    const at = pattern.indexOf("#");
    return at === -1 ? { file: pattern, unit: "*" } : { file: pattern.slice(0, at), unit: pattern.slice(at + 1) };
  });
  return (path, unit) => rules.some((rule) => matchesGlob(path, rule.file) && matchesGlob(flat(unit), flat(rule.unit)));
}

/** Replaces the separators of paths, which are ordinary characters in an id. */
function flat(unit: string): string {
  return unit.replace(/[\\/]/g, "\u2215");
}
