import { lazily } from "../../common/lazy.ts";

/** Loads the code that checks, which activation does not load. */
export const loadChecker = lazily(() => import("./checks.ts"));

/** Loads the code for completion, hovers and fixes, which is larger. */
export const loadEngine = lazily(() => import("./features.ts"));
export type Engine = typeof import("./features.ts");
