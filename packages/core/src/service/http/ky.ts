// Exported by name, because a file of the bundle that is loaded later has no default export.
export { default as ky } from "ky";
