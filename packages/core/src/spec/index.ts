// Compares this client with an OpenAPI document of the service.
export { compareSpec, type SpecComparison, type SpecDifference } from "./compare-spec.ts";
export { SpecError } from "./read-spec.ts";
