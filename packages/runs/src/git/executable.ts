import { accessSync, constants, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { isInside } from "../files/inside.ts";
import { UserError } from "../user-error.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** What the search for a program needs of the system. */
export interface ProgramSystem {
  readonly platform: NodeJS.Platform;
  /** The path of a program without links; `undefined` if the file is not a program or does not exist. */
  realProgram(file: string): string | undefined;
}

const thisSystem: ProgramSystem = { platform: process.platform, realProgram };

/**
 * The absolute path of git. Only absolute folders of PATH outside of the repository count: a repository can contain a program of that name,
 * and Windows would look in the working directory first.
 *
 * @param repository the top folder of the repository, without links
 * @throws UserError if there is no git
 */
export function findGitProgram(env: Env, repository: string, system = thisSystem): string {
  const isWindows = system.platform === "win32";
  const paths = isWindows ? path.win32 : path.posix;
  for (const entry of pathOf(env, isWindows).split(paths.delimiter)) {
    const folder = isWindows ? entry.replaceAll('"', "") : entry;
    if (!isFixed(folder, isWindows)) continue;
    const program = paths.join(folder, isWindows ? "git.exe" : "git");
    const real = system.realProgram(program);
    if (real !== undefined && ![program, real].some((file) => isInside(repository, file, paths))) return program;
  }
  throw new UserError(
    `No folder of PATH outside of ${repository} contains git. Install git, and add its folder to PATH.`,
  );
}

/** Windows ignores the case of the names of variables. */
function pathOf(env: Env, isWindows: boolean): string {
  const name = isWindows ? Object.keys(env).find((key) => key.toUpperCase() === "PATH") : "PATH";
  return (name === undefined ? undefined : env[name]) ?? "";
}

/** Whether a folder does not depend on the working directory or, on Windows, on the current drive. */
function isFixed(folder: string, isWindows: boolean): boolean {
  return isWindows ? /^(?:[a-z]:[\\/]|[\\/]{2})/i.test(folder) : folder.startsWith("/");
}

function realProgram(file: string): string | undefined {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile() ? realpathSync(file) : undefined;
  } catch {
    return undefined;
  }
}
