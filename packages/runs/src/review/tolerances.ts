import { parseTolerance } from "@analytics-engines/core/basics";
import type { Tolerance } from "@analytics-engines/core/results";
import { readCommittedText } from "../files/parameter-files.ts";
import type { Git } from "../git/git.ts";
import { UserError } from "../user-error.ts";

const MAX_BYTES = 1024 * 1024;

/** Reads the tolerances of a file as it is committed on the base. @throws UserError where the base has no such file, or lines of it are wrong */
export async function readTolerances(git: Git, base: string, file: string): Promise<readonly Tolerance[]> {
  const read = await readCommittedText(git, base, file, MAX_BYTES);
  if (read === undefined)
    throw new UserError(
      `Input tolerances: the base has no file ${file}. It is read from the base's commit, so that no change can loosen its own review: commit it there first.`,
    );
  if ("problem" in read) throw new UserError(`${file} on the base ${read.problem}. Correct it there first.`);
  return parseTolerances(read.text, file);
}

/** Reads lines of the form `PATTERN=ABS`, `PATTERN=REL%` or `PATTERN=ABS,REL%`. `#` begins a comment. The first pattern that matches a column counts. */
function parseTolerances(text: string, file: string): readonly Tolerance[] {
  const problems: string[] = [];
  const tolerances = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .flatMap((line, at) => {
      if (line === "" || line.startsWith("#")) return [];
      const tolerance = parseTolerance(line);
      if (tolerance === undefined)
        problems.push(
          `${file} on the base, line ${at + 1}: expected PATTERN=ABS, PATTERN=REL% or PATTERN=ABS,REL%, such as *weight*=0.01,0.5%.`,
        );
      return tolerance === undefined ? [] : [tolerance];
    });
  if (problems.length > 0) throw new UserError(problems);
  return tolerances;
}
