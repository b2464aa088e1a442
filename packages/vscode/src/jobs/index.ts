import { logError } from "../services/commands.ts";
import type { Services } from "../services/services.ts";
import { runsOf } from "./runs/runs.ts";
import { type JobsView, showJobs } from "./view/view.ts";

/** Shows the view of runs, and reports the end of each run. */
export function activateJobs(services: Services): JobsView {
  const runs = runsOf(services);
  const view = showJobs(services, runs);
  services.subscriptions.push(
    runs.onDidFinish((finished) => {
      import("./end/run-end.ts")
        .then(({ reportEnd }) => reportEnd(services, runs, finished))
        .catch((error: unknown) => logError(services, error));
    }),
  );
  return view;
}
