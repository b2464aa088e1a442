import path from "node:path";
import { parseTolerance, type Tolerance } from "@analytics-engines/core/results";
import type { Git } from "../git/git.ts";
import { readObject } from "../git/objects.ts";
import { listTree } from "../git/tree.ts";
import { Problem, Problems } from "../github/problem.ts";
import { decodeText } from "../workspace/decode-text.ts";

const sizeLimit = 1024 * 1024;

/**
 * The tolerances of a file as it is committed on the base: no change can loosen its own review.
 *
 * @throws Problem where the base has no such file, Problems that name its wrong lines.
 */
export async function readTolerances(git: Git, base: string, file: string): Promise<readonly Tolerance[]> {
  const name = path.posix.normalize(file);
  const entry = (await listTree(git, base, name)).find((each) => each.path === name);
  if (!entry?.isFile)
    throw new Problem(
      `Input tolerances: the base has no file ${file}. It is read from the base's commit, so that no change can loosen its own review: commit it there first.`,
    );
  const bytes = await readObject(git, entry.id, sizeLimit);
  const text = bytes && decodeText(bytes);
  if (text === undefined) throw new Problem(`${file} on the base is no text of at most 1 MiB.`);
  return parseTolerances(text, file);
}

/** `PATTERN=ABS`, `PATTERN=REL%` or `PATTERN=ABS,REL%` a line, `#` begins a comment; the first that matches a column counts. */
export function parseTolerances(text: string, file: string): readonly Tolerance[] {
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
  if (problems.length > 0) throw new Problems(problems);
  return tolerances;
}
