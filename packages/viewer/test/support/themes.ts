import { isFull } from "../../../core/test/support/sample.ts";

/** The themes that the pages are checked in: one in `npm test`, both in `npm run test:full`. */
export const themes = isFull ? (["light", "dark"] as const) : (["dark"] as const);
