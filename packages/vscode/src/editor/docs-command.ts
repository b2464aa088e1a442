import { registerCommand } from "../common/commands.ts";
import type { Services } from "../common/context.ts";
import type { Pages } from "./pages.ts";

declare module "../common/commands.ts" {
  interface CommandArguments {
    "analyticsEngines.editor.openDocs": [heading?: unknown];
  }
}

/** Shows the description of parameter files, which comes with the extension, at a heading: the code of an issue. */
export function offerDocs(services: Services, pages: Pages): void {
  registerCommand(services, "analyticsEngines.editor.openDocs", async (heading) => {
    const { default: markdown } = await import("../../../../docs/parameter-files.md");
    await pages.show("parameter-files.md", markdown, typeof heading === "string" ? heading : undefined);
  });
}
