import { readdir } from "node:fs/promises";
import path from "node:path";
import { datedFolder } from "../files/paths.ts";
import { findManifest, runFolderOf } from "./manifest/manifest-file.ts";
import type { ReuseOptions } from "./run-options.ts";

const DATE = "{date}";

/** The run folder of an earlier run. */
export interface EarlierFolder {
  /** Absolute. */
  readonly folder: string;
  /** As people name it. */
  readonly name: string;
}

/** Which results of an earlier run are copied: all that would be the same, or only those of at most these hours. */
export type ReuseChoice = true | number;

/** What a run copies of an earlier run; undefined where nobody asked for it, or there is no such run. */
export function reuseOf(choice: ReuseChoice | undefined, earlier: EarlierFolder | undefined): ReuseOptions | undefined {
  if (choice === undefined || earlier === undefined) return undefined;
  return { ...earlier, maxAgeSeconds: choice === true ? undefined : choice * 3600 };
}

/**
 * The folder of the earlier run that a user names. A name may be that of its manifest. `{date}` in it stands for a day before today: the folder is
 * the latest of these with a run that has ended.
 *
 * @param folder what the name is relative to; absolute
 * @param now the time whose day is today
 * @returns as the user would write it; undefined where no day has such a run, as in the first night
 */
export async function findEarlierRun(typedName: string, folder: string, now: Date): Promise<string | undefined> {
  const name = runFolderOf(typedName);
  if (!name.includes(DATE)) return name;
  const today = datedFolder(name, now);
  for (const candidate of await listDays(name, folder))
    if (candidate < today && (await findManifest(path.resolve(folder, candidate)))?.finishedAt !== undefined)
      return candidate;
  return undefined;
}

/** The folders that a name with `{date}` stands for, the latest day first. */
async function listDays(name: string, folder: string): Promise<readonly string[]> {
  const [start = "", ...ends] = name.split(DATE);
  // A name that begins like the folders of the days, and has one more character.
  const example = path.resolve(folder, `${start}x`);
  const parent = path.dirname(example);
  const prefix = path.basename(example).slice(0, -1);
  const siblingNames = await readdir(parent).catch(() => []);
  const days = siblingNames.flatMap((sibling) => {
    const day = sibling.startsWith(prefix) ? sibling.slice(prefix.length, prefix.length + 10) : "";
    return /^\d{4}-\d\d-\d\d$/.test(day) ? day : [];
  });
  const latestFirst = [...new Set(days)].sort().reverse();
  return latestFirst.map((day) => [start, ...ends].join(day));
}
