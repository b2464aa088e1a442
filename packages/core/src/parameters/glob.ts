/**
 * Whether a path matches a glob: `*` and `?` within a folder, `**` across folders, `{a,b}` for one of several. Backslashes in the path count
 * as slashes. A glob without a slash matches the file's name.
 * @example
 * ```ts
 * import { matchesGlob } from "@analytics-engines/core/parameters";
 *
 * console.log(matchesGlob("parameters/2024/weights.pa.json", "parameters/**")); // true
 * console.log(matchesGlob("parameters/2024/weights.pa.json", "*.pa.json")); // true
 * ```
 */
export function matchesGlob(path: string, glob: string): boolean {
  const whole = path.replaceAll("\\", "/").replace(/^\.\//, "");
  const target = glob.includes("/") ? whole : whole.slice(whole.lastIndexOf("/") + 1);
  return expandBraces(glob.replace(/^\.\//, "")).some((pattern) =>
    matchSegments(target.split("/"), pattern.split("/")),
  );
}

const maxAlternatives = 100;

/** `a.{x,y}` as `a.x` and `a.y`; braces are not nested. */
function expandBraces(glob: string): string[] {
  let patterns = [glob];
  for (let group = /\{([^{}]*)\}/.exec(glob); group; group = /\{([^{}]*)\}/.exec(patterns[0] ?? "")) {
    const alternatives = (group[1] ?? "").split(",");
    const whole = group[0];
    patterns = patterns.flatMap((pattern) => alternatives.map((word) => pattern.replace(whole, () => word)));
    if (patterns.length > maxAlternatives) return patterns.slice(0, maxAlternatives);
  }
  return patterns;
}

function matchSegments(path: readonly string[], pattern: readonly string[]): boolean {
  return matchSequence(path, pattern, (part) => part === "**", matchName);
}

function matchName(name: string, pattern: string): boolean {
  return matchSequence(
    [...name],
    [...pattern],
    (char) => char === "*",
    (char, wanted) => wanted === "?" || char === wanted,
  );
}

/** Wildcard matching without backtracking over more than the last wildcard: linear space, no pattern can make it hang. */
function matchSequence(
  text: readonly string[],
  pattern: readonly string[],
  isWildcard: (part: string) => boolean,
  isSame: (part: string, wanted: string) => boolean,
): boolean {
  let textAt = 0;
  let patternAt = 0;
  let retryText = 0;
  let retryPattern = -1;
  while (textAt < text.length) {
    const part = text[textAt] ?? "";
    const wanted = pattern[patternAt];
    if (wanted !== undefined && isWildcard(wanted)) {
      retryPattern = ++patternAt;
      retryText = textAt;
    } else if (wanted !== undefined && isSame(part, wanted)) {
      textAt++;
      patternAt++;
    } else if (retryPattern >= 0) {
      patternAt = retryPattern;
      textAt = ++retryText;
    } else {
      return false;
    }
  }
  return pattern.slice(patternAt).every(isWildcard);
}
