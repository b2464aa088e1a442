// The schemas of the users' files that are no requests, for the scripts that write their JSON Schemas and shapes. Programs need the readers alone.
export { checksFile } from "../../../src/checks/checks-schema.ts";
export { sweepSchema } from "../../../src/parameters/sweep/schema.ts";
export { projectSchema } from "../../../src/project/schema.ts";
