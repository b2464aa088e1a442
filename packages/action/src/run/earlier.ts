import path from "node:path";
import { type EarlierFolder, findEarlierRun } from "@analytics-engines/runs";
import { UserError } from "@analytics-engines/runs/progress";
import type { RunContext } from "./inputs.ts";

/**
 * Finds the earlier run that the inputs name. One that is not there is a notice: the first night has none.
 *
 * @param temporary a folder for downloads
 * @throws UserError where nothing would use the run, or it cannot be read
 */
export async function findEarlierFolder(context: RunContext, temporary: string): Promise<EarlierFolder | undefined> {
  const { inputs, env, log } = context;
  const { earlier, reuse, resume, checks, junitFile, workingDirectory, githubToken } = inputs;
  if (earlier === undefined) return undefined;
  const hasChecks = checks.length > 0 || junitFile !== undefined;
  if (reuse === undefined && !hasChecks)
    throw new UserError(
      "Input earlier names the run whose results reuse copies, and with which the rule moved of checks compares: set reuse or checks, too.",
    );
  // A resumed run has decided at its start what it copies.
  if (resume && !hasChecks) return undefined;
  const tellNone = (why: string) =>
    log.annotate(
      "notice",
      `There is no earlier run: ${why}. Every unit is computed, and the rule moved compares with none.`,
    );
  if (earlier.kind === "folder") {
    const name = await findEarlierRun(earlier.folder, workingDirectory, new Date());
    if (name !== undefined) return { folder: path.resolve(workingDirectory, name), name };
    tellNone(`${earlier.folder} matches no folder of an earlier day with a run that has ended`);
    return undefined;
  }
  if (githubToken === undefined) throw new UserError("Input github-token is required for an artifact in earlier.");
  // Most runs download nothing.
  const [{ loadToolkit, openGitHub }, { downloadEarlierRun }] = await Promise.all([
    import("../github/api.ts"),
    import("../github/download-runs.ts"),
  ]);
  const { context: event } = await loadToolkit();
  const download = { env, log, temporary, github: await openGitHub(githubToken, env) };
  const branch = env["GITHUB_BASE_REF"] || env["GITHUB_REF_NAME"] || "";
  const match = await downloadEarlierRun(download, { branch, pattern: earlier.name, except: event.runId });
  if (match.run !== undefined) return { folder: match.run.folder, name: `artifact:${earlier.name}` };
  tellNone(match.why);
  return undefined;
}
