import { createOAuth } from "./auth/oauth.ts";
import { createUsers } from "./auth/users.ts";
import { createFaults } from "./faults/faults.ts";
import { createJobStore } from "./jobs/store.ts";
import { type SimulatorOptions, settingsOf } from "./options.ts";
import { createRateWindow } from "./rate-window.ts";
import { createRequestLog } from "./requests.ts";
import { createTemplateStore } from "./templates.ts";

export type Service = Readonly<ReturnType<typeof createService>>;

/** The parts of one simulated service. */
export function createService(options: SimulatorOptions) {
  const settings = settingsOf(options);
  const { seed, clock, rateLimit } = settings;
  const users = createUsers(settings.users, settings.tokens);
  return {
    settings,
    /** Whether the profile is `strict`. */
    strict: settings.profile === "strict",
    clock,
    jobs: createJobStore(settings),
    templates: createTemplateStore(seed),
    users,
    oauth: createOAuth({ settings, users }),
    rateWindow: createRateWindow(rateLimit.limit, rateLimit.windowSeconds, clock.now()),
    faults: createFaults(settings.faults, seed),
    log: createRequestLog(settings.maxRequests),
  };
}
