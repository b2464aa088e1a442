import type * as vscode from "vscode";
import type { Services } from "../common/context.ts";
import { jobsOf } from "./jobs.ts";
import { showJobs } from "./view.ts";

/** Runs of parameter files: submitted, watched, canceled, kept. */
export function activateJobs(context: vscode.ExtensionContext, services: Services): void {
  const { log, subscriptions } = services;
  const jobs = jobsOf(context, services);
  showJobs(services, jobs);
  subscriptions.push(
    jobs.onDidFinish((finished) => {
      import("./finish.ts")
        .then(({ tellOfEnd }) => tellOfEnd(services, finished))
        .catch((error: unknown) => log.error(error instanceof Error ? error : String(error)));
    }),
  );
}
