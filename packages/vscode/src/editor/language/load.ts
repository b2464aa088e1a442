import { lazily } from "../../common/async.ts";
import type * as features from "./features.ts";

/** Loads the code that checks, which activation does not load. */
export const loadChecks = lazily(() => import("./checks.ts"));

/** Loads the code for sweeps: most repositories have none. */
export const loadSweeps = lazily(() => import("./sweeps/index.ts"));

/** Loads the code for completion, hovers and fixes, which is larger. */
export const loadFeatures = lazily(() => import("./features.ts"));
export type Features = typeof features;
