import { readdir } from "node:fs/promises";
import path from "node:path";
import { findManifest, isRunFolderInUse } from "@analytics-engines/runs";
import { linkOutOf, renamePath } from "@analytics-engines/runs/files";
import { hasCode, InUseError, systemReason, UserError } from "@analytics-engines/runs/progress";

/**
 * Makes room for a run in a folder that may have a finished run: that one becomes `FOLDER-1`, or the next number that is free. The latest run so
 * always has the same folder, and no result is removed.
 *
 * @param workspace a folder that no link may lead out of
 * @returns the latest finished run beside the folder, whose results may be copied; `undefined` where there is none
 * @throws UserError if the folder cannot be renamed; InUseError where it can be later
 */
export async function keepEarlierRun(folder: string, workspace: string): Promise<string | undefined> {
  // The run refuses such a folder. It is not renamed before that.
  if (linkOutOf(workspace, folder) !== undefined) return undefined;
  const latest = await latestNumber(folder);
  if (!(await hasFinishedRun(folder))) {
    const earlier = `${folder}-${latest}`;
    return latest > 0 && (await hasFinishedRun(earlier)) ? earlier : undefined;
  }
  if (await isRunFolderInUse(folder))
    throw new InUseError(
      `${folder} is in use by another run, so it is not renamed. Wait until that run ends, or stop it.`,
    );
  const earlier = `${folder}-${latest + 1}`;
  try {
    await renamePath(folder, earlier);
  } catch (error) {
    if (error instanceof UserError || hasCode(error, "EBUSY"))
      throw new InUseError(
        `${folder} could not be renamed to ${earlier}: another program has a file in it open. Close it there, and run the command again.`,
      );
    throw new UserError(`${folder} could not be renamed to ${earlier}: ${systemReason(error)}. Close what uses it.`);
  }
  return earlier;
}

async function hasFinishedRun(folder: string): Promise<boolean> {
  return (await findManifest(folder))?.finishedAt !== undefined;
}

/** The highest number of the runs that were kept; 0 where there is none. */
async function latestNumber(folder: string): Promise<number> {
  const prefix = `${path.basename(folder)}-`;
  const siblingNames = await readdir(path.dirname(folder)).catch(() => []);
  const numbers = siblingNames.flatMap((name) => {
    const number = name.startsWith(prefix) ? name.slice(prefix.length) : "";
    return /^\d{1,6}$/.test(number) ? Number(number) : [];
  });
  return Math.max(0, ...numbers);
}
