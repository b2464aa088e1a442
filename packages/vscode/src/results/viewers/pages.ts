// What VS Code opens by itself, loaded at the first use.

export { openManifestAsRun } from "./manifest-tab.ts";
export { readRaw } from "./raw-document.ts";
export { viewersOf } from "./viewers.ts";
