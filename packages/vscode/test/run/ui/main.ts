import { rmSync } from "node:fs";
import { packageExtension } from "../../../package-vsix.ts";
import { say } from "../say.ts";
import { connectionScenes } from "./connections.ts";
import { onStage, pictures } from "./stage.ts";
import type { Outcome } from "./story.ts";
import { prepareUntrusted, trustScenes } from "./trust.ts";
import { prepareWork, workScenes } from "./work.ts";

/** Plays the stories of users with mouse and keys, on the packaged extension, in a real workbench. */
export async function playStories(only = ""): Promise<Outcome> {
  const vsix = await packageExtension();
  rmSync(pictures, { recursive: true, force: true });
  const stories = {
    connections: () => onStage("connections", connectionScenes(), { vsix }),
    trust: () => onStage("trust", trustScenes, { vsix, workspaceTrust: true }, prepareUntrusted),
    light: () =>
      onStage("light", workScenes, { vsix, settings: { "workbench.colorTheme": "Default Light Modern" } }, prepareWork),
    dark: () =>
      onStage("dark", workScenes, { vsix, settings: { "workbench.colorTheme": "Default Dark Modern" } }, prepareWork),
  };
  const outcomes: Outcome[] = [];
  for (const [name, tell] of Object.entries(stories)) if (name.startsWith(only)) outcomes.push(await tell());
  return { passed: outcomes.flatMap(({ passed }) => passed), failed: outcomes.flatMap(({ failed }) => failed) };
}

if (import.meta.main) {
  const { passed, failed } = await playStories(process.argv[2]);
  for (const title of passed) say(`ok     ${title}`);
  for (const { title, error } of failed) say(`FAILED ${title}\n`, error);
  process.exit(failed.length);
}
