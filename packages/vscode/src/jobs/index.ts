import type * as vscode from "vscode";
import type { Services } from "../common/context.ts";
import { registerJobCommands } from "./commands.ts";
import { showProblems } from "./diagnostics.ts";
import { tellOfEnds } from "./finish.ts";
import { jobsOf } from "./jobs.ts";
import { showJobs } from "./jobs-view.ts";

/** Runs of parameter files: submitted, watched, canceled, kept. */
export function activateJobs(context: vscode.ExtensionContext, services: Services): void {
  const jobs = jobsOf(context, services);
  showJobs(services, jobs);
  tellOfEnds(services, jobs);
  registerJobCommands(context, services, jobs, showProblems(services, jobs));
}
