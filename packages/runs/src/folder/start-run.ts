// A run without what follows its first request: a program can load the rest while it waits for the answer.
export { limitHeapGrowth } from "./heap-growth.ts";
export type { Manifest } from "./manifest/manifest.ts";
export type { RunFile, RunToFolderOptions } from "./run-options.ts";
export { runToFolder } from "./run-to-folder.ts";
