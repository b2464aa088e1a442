import { matchesGlob } from "./glob.ts";

/**
 * A function that says whether one of the patterns selects a unit. A pattern is `FILE#UNIT`, a glob of parameter files and a glob of their
 * units, or `FILE` for all units of the files. A glob of files without a slash matches the file's name; in a unit's id, a slash is a
 * character like any other.
 * @example
 * ```ts
 * import { unitMatcher } from "@analytics-engines/core/parameters";
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
