import { logError } from "../services/commands.ts";
import type { Services } from "../services/services.ts";
import { jobsOf } from "./runs/runs.ts";
import { type JobsView, showJobs } from "./view/view.ts";

/** Shows the view of runs, and reports the end of each run. */
export function activateJobs(services: Services): JobsView {
  const jobs = jobsOf(services);
  const view = showJobs(services, jobs);
  services.subscriptions.push(
    jobs.onDidFinish((finished) => {
      import("./end/finish.ts")
        .then(({ reportEnd }) => reportEnd(services, jobs, finished))
        .catch((error: unknown) => logError(services, error));
    }),
  );
  return view;
}
