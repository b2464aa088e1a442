import { matchesGlob } from "./glob.ts";

/** A unit, and its parameter file. */
export interface NamedUnit {
  readonly path: string;
  readonly unit: string;
}

/**
 * Tells of a unit whether one of the patterns selects it: `FILE#UNIT`, a glob of parameter files and one of the units in them, or `FILE`
 * for all units. A glob of files without a slash is held against the file's name alone; in a unit's id a slash is a character like others.
 */
export function unitMatcher(patterns: readonly string[]): (path: string, unit: string) => boolean {
  const rules = patterns.map((pattern) => {
    const at = pattern.indexOf("#");
    return at === -1 ? { file: pattern, unit: "*" } : { file: pattern.slice(0, at), unit: pattern.slice(at + 1) };
  });
  return (path, unit) => rules.some((rule) => matchesGlob(path, rule.file) && matchesGlob(flat(unit), flat(rule.unit)));
}

/** The patterns that select none of the units, a sentence each that says what to do. */
export function unmatchedPatterns(patterns: readonly string[], units: readonly NamedUnit[]): readonly string[] {
  return patterns
    .filter((pattern) => {
      const matches = unitMatcher([pattern]);
      return !units.some(({ path, unit }) => matches(path, unit));
    })
    .map(
      (pattern) =>
        `The commentary pattern ${JSON.stringify(pattern)} selects no unit of this run. Write FILE#UNIT, such as *.pa.json#effects, or FILE for all units of a file.`,
    );
}

/** The patterns of a text, one a line or with commas between them; a comma in braces belongs to its pattern. */
export function splitPatterns(text: string): readonly string[] {
  return text
    .split(/\r\n|[\r\n]|,(?![^{}]*\})/)
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== "");
}

/** No id holds these characters of a path any more. */
function flat(unit: string): string {
  return unit.replace(/[\\/]/g, "\u2215");
}
