import { type FamilyId, familyIds, isFamilyId } from "../families/families.ts";

/** The name of the project file, which is no parameter file. */
export const PROJECT_FILE = "analytics-engines.json";

const FAMILY_WORDS = familyIds.join("|");
const SWEEP_NAME = new RegExp(`\\.(${FAMILY_WORDS})\\.sweep\\.json$`, "i");
const JOB_NAME = new RegExp(`^(.*?\\.(?:${FAMILY_WORDS})\\.sweep)\\.([^/]+)(\\.json)$`, "i");

/** The word that stands for a kind in a file's name, `NAME.WORD.json`; undefined if the name has none. */
export function kindWord(path: string): string | undefined {
  return /\.([a-z-]+)\.json$/i.exec(path)?.[1];
}

/** A word for a kind as names are compared: in any letter case, with or without hyphens. */
export function plainWord(word: string): string {
  return word.replaceAll("-", "").toLowerCase();
}

/** The family in a file's name, `NAME.FAMILY.json` in any letter case; undefined if the name has none. */
export function familyByName(path: string): FamilyId | undefined {
  const word = plainWord(kindWord(path) ?? "");
  return isFamilyId(word) ? word : undefined;
}

/** The family in the name of a sweep, `NAME.FAMILY.sweep.json` in any letter case; undefined if the name is not that of a sweep. */
export function familyOfSweep(path: string): FamilyId | undefined {
  const word = SWEEP_NAME.exec(path)?.[1]?.toLowerCase() ?? "";
  return isFamilyId(word) ? word : undefined;
}

/** The sweep that a job belongs to, by the path that names the job: `NAME.FAMILY.sweep.2.json`. Undefined for any other path. */
export function sweepOfJob(path: string): string | undefined {
  const [, start, , end] = matchJob(path);
  return start === undefined || end === undefined ? undefined : start + end;
}

/** The parameter file or the sweep that a job comes from, by the path that names the job: a sweep can need several jobs. */
export function pathOfSource(path: string): string {
  return sweepOfJob(path) ?? path;
}

/** The name of a job within its sweep, as `sweepJobPath` took it. Undefined for any other path. */
export function nameInSweep(path: string): string | undefined {
  const [, , name] = matchJob(path);
  try {
    return name && decodeURIComponent(name);
  } catch {
    return name;
  }
}

function matchJob(path: string): readonly (string | undefined)[] {
  return familyOfSweep(path) === undefined ? (JOB_NAME.exec(path) ?? []) : [];
}

/** The path that names a job of a sweep within a run. `name` says which one; without it, the path is that of the sweep. */
export function sweepJobPath(sweep: string, name?: string): string {
  return name === undefined ? sweep : sweep.replace(/(?=\.json$)/i, `.${encodeURIComponent(name.toWellFormed())}`);
}

/** A path of a checked-in file or of a workflow with `/` alone: who writes it on Windows may write `\`, and it means the same on every system. */
export function withSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}

/** A path that a sweep names, relative to the folder that the path of the sweep is relative to. It may begin with `..`. */
export function pathBeside(sweep: string, path: string): string {
  const parts = sweep.split("/").slice(0, -1);
  for (const part of withSlashes(path).split("/")) {
    const last = parts.at(-1);
    if (part === ".." && last !== undefined && last !== "" && last !== "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}
