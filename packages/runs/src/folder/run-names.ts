import { runFileNames } from "../files/result-path.ts";
import { COMMENTARY_ENDING } from "./results/read-stored.ts";
import { distinctNames, foldName, lateName } from "./safe-names.ts";

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
  const names = distinctNames(units.map((id) => ({ id, wish: isCommentaryName(id) ? `${id}_` : id })));
  return new Map(units.map((id, index) => [id, names[index] ?? lateName(id)]));
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
