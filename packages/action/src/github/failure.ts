import { isDebug } from "@actions/core";
import type { Log } from "./log.ts";
import { Problem, Problems } from "./problem.ts";

/** Says why a step fails: a line for what the user can mend, more where the defect is ours. */
export async function reportFailure(log: Log, error: unknown): Promise<void> {
  const lines = userProblem(error);
  for (const line of lines ?? []) log.annotate("error", line);
  if (lines !== undefined) return;
  const message = error instanceof Error ? error.message : String(error);
  log.annotate(
    "error",
    `${message} This looks like a defect of the action.${isDebug() ? "" : " Run the job again with debug logging to see where."}`,
  );
  if (!isDebug() || !(error instanceof Error)) return;
  const { rawBlock } = await import("./raw-block.ts");
  process.stdout.write(rawBlock(error.stack ?? error.message));
}

/** The codes of errors of the run folder, the disk and the connection, whose classes are not loaded for this. */
const mendable = ["run-folder", "storage", "preflight"];

/** What to tell of an error that the user can act on: our own problems, the service's answers, the disk's refusals. */
function userProblem(error: unknown): readonly string[] | undefined {
  if (error instanceof Problems) return error.lines;
  if (error instanceof Problem) return [error.message];
  if (!(error instanceof Error)) return undefined;
  if ("advice" in error && typeof error.advice === "string") return [`${error.message} ${error.advice}`];
  if (!("code" in error) || typeof error.code !== "string") return undefined;
  return "syscall" in error || mendable.includes(error.code) ? [error.message] : undefined;
}
