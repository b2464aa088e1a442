// Reads run folders in any host, such as a browser. Imports nothing of Node.

export { findingText, openFindings } from "../checks/checks-report.ts";
export { readChecksReport } from "../checks/read-report.ts";
export { type FolderHost, type InsideOpener, type NotInside, type OpenInside, readAllInside } from "../files/inside.ts";
export { whyNotBelow } from "../files/result-path.ts";
export { type ReadableManifest, readManifestToShow } from "./manifest/read-manifest.ts";
export { MAX_HELD_BYTES } from "./results/max-held-bytes.ts";
export { type OpenStored, openChecked, type StoredEntry } from "./results/open-checked.ts";
export { readCommentaryToShow } from "./results/read-commentary.ts";
