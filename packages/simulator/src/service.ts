import type { Clock } from "@analytics-engines/core";
import { createOAuth, type OAuth } from "./auth/oauth.ts";
import { createUsers, type Users } from "./auth/users.ts";
import { type Catalogue, createCatalogue } from "./catalogue/catalogue.ts";
import { createFaults, type Faults } from "./faults/faults.ts";
import { createJobStore, type SimulatedJobStore } from "./jobs/store.ts";
import { type Settings, type SimulatorOptions, settingsOf } from "./options.ts";
import { createRateWindow, type RateWindow } from "./rate-window.ts";
import { createRequestLog, type RequestLog } from "./requests.ts";
import { createTemplateStore, type TemplateStore } from "./templates.ts";

/** The parts of one simulated service. */
export interface Service {
  readonly settings: Settings;
  /** Whether the profile is `strict`. */
  readonly strict: boolean;
  readonly clock: Clock;
  readonly catalogue: Catalogue;
  readonly jobs: SimulatedJobStore;
  readonly templates: TemplateStore;
  readonly users: Users;
  readonly oauth: OAuth;
  readonly rateWindow: RateWindow;
  readonly faults: Faults;
  readonly log: RequestLog;
}

export function createService(options: SimulatorOptions): Service {
  const settings = settingsOf(options);
  const { seed, clock, rateLimit } = settings;
  const users = createUsers(settings.users, settings.tokens);
  return {
    settings,
    strict: settings.profile === "strict",
    clock,
    catalogue: createCatalogue({ today: () => new Date(clock.now()) }),
    jobs: createJobStore(settings),
    templates: createTemplateStore(seed),
    users,
    oauth: createOAuth({ settings, users }),
    rateWindow: createRateWindow(rateLimit.limit, rateLimit.windowSeconds, clock.now()),
    faults: createFaults(settings.faults, seed),
    log: createRequestLog(settings.maxRequests),
  };
}
