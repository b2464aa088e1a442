// For the scripts that write the JSON Schemas: programs need the reader alone.
export { checksFile } from "../../src/checks/checks-schema.ts";
