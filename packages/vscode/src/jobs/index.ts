import { logError } from "../common/commands.ts";
import type { Services } from "../common/context.ts";
import { jobsOf } from "./jobs.ts";
import { showJobs } from "./view.ts";

/** Shows the view of runs, and reports the end of each run. */
export function activateJobs(services: Services): void {
  const jobs = jobsOf(services);
  showJobs(services, jobs);
  services.subscriptions.push(
    jobs.onDidFinish((finished) => {
      import("./finish.ts")
        .then(({ reportEnd }) => reportEnd(services, jobs, finished))
        .catch((error: unknown) => logError(services, error));
    }),
  );
}
