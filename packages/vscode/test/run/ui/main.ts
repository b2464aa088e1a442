import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { packageExtension } from "../../../package-vsix.ts";
import { say, timed } from "../say.ts";
import { connectionScenes } from "./connections.ts";
import { resultScenes } from "./results.ts";
import { onStage, pictures } from "./stage.ts";
import type { Outcome } from "./story.ts";
import { prepareUntrusted, trustScenes } from "./trust.ts";
import { prepareWork, workScenes } from "./work.ts";

/**
 * Plays the stories of users with mouse and keys, on the packaged extension, in a real workbench. Without a name, all but "dark", which is "light"
 * again for its pictures: what differs, colours, is looked at in both themes there.
 */
export async function playStories(only?: string): Promise<Outcome> {
  const extensions = [await packageExtension()];
  rmSync(pictures, { recursive: true, force: true });
  const stories = {
    connections: () => onStage("connections", connectionScenes(), { extensions }),
    trust: () => onStage("trust", trustScenes, { extensions, workspaceTrust: true }, prepareUntrusted),
    light: () => onStage("light", workScenes, { extensions, settings: themed("Light") }, prepareWork),
    results: () => onStage("results", resultScenes(), { extensions }),
    dark: () => onStage("dark", workScenes, { extensions, settings: themed("Dark") }, prepareWork),
  };
  const outcomes: Outcome[] = [];
  for (const [name, tell] of Object.entries(stories)) {
    if (only === undefined ? name !== "dark" : name.startsWith(only))
      outcomes.push(await timed(`the story "${name}"`, tell));
  }
  return { passed: outcomes.flatMap(({ passed }) => passed), failed: outcomes.flatMap(({ failed }) => failed) };
}

/** As it is looked at in pictures: the names beside ids are not covered. */
function themed(theme: "Light" | "Dark"): Readonly<Record<string, unknown>> {
  return {
    "workbench.colorTheme": `Default ${theme} Modern`,
    "editor.minimap.enabled": false,
  };
}

/** Puts the pictures of the stories where the README and the walkthrough show them. */
function keepPictures(): void {
  const kept = path.resolve(import.meta.dirname, "../../../media/walkthrough");
  mkdirSync(kept, { recursive: true });
  for (const theme of ["light", "dark"]) {
    for (const name of ["connect", "browse", "write", "run", "results"]) {
      const picture = path.join(pictures, `${theme}-${name}.png`);
      if (existsSync(picture)) copyFileSync(picture, path.join(kept, `${name}-${theme}.png`));
    }
  }
}

// `main.ts [STORY] [--keep-pictures]`: one story alone, and its pictures for README and walkthrough.
if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { "keep-pictures": { type: "boolean" } },
    allowPositionals: true,
  });
  const { passed, failed } = await playStories(positionals[0] ?? (values["keep-pictures"] ? "" : undefined));
  for (const title of passed) say(`ok     ${title}`);
  for (const { title, error } of failed) say(`FAILED ${title}\n`, error);
  if (values["keep-pictures"]) keepPictures();
  process.exit(failed.length);
}
