// The commands for files that a user starts now and then, loaded at the first of them.

import example from "../../../../../docs/examples/attribution.pa.json" with { type: "json" };
import parameterFiles from "../../../../../docs/files/parameter-files.md";
import { showPage } from "../../services/read-only-documents.ts";
import type { Services } from "../../services/services.ts";
import { walkthroughOf } from "../../services/walkthrough.ts";
import { openUnsaved } from "./new-file.ts";

export { checkAllFiles } from "./check-all.ts";
export { newFile } from "./new-file.ts";

/** Opens an example as a new, unsaved parameter file. */
export async function openExample(services: Services): Promise<void> {
  await openUnsaved("example", "pa", `${JSON.stringify(example, null, 2)}\n`);
  walkthroughOf(services).complete("example");
}

/** Shows the page about parameter files, at a heading if one is given. */
export async function openDocs(services: Services, heading: unknown): Promise<void> {
  await showPage(services, "parameter-files.md", parameterFiles, typeof heading === "string" ? heading : undefined);
}
