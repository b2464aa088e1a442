export { computeInfo, computeResult } from "./compute.ts";
export type { Computed, ResultRequest } from "./request.ts";
