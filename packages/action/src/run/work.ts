// What both phases of the action load once they have something to do: one file of the bundle, since each takes a millisecond to load.
export { post } from "./post.ts";
export { run } from "./run-files.ts";
