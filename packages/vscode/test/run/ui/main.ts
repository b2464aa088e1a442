import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { packageExtension } from "../../../package-vsix.ts";
import type { HostOptions } from "../host.ts";
import { sampledScenes } from "../sample.ts";
import { say, timed } from "../say.ts";
import { checkScenes, prepareChecks } from "./checks.ts";
import { connectionScenes } from "./connections.ts";
import { firstScenes, prepareForeign } from "./first.ts";
import { isPublished, keepPictures, recordedPictures } from "./keep-pictures.ts";
import { languageScenes } from "./language.ts";
import { packModelProbe } from "./model-probe.ts";
import { type PictureTexts, textsOf } from "./picture-texts.ts";
import { resultScenes } from "./results.ts";
import { onStage, pictures } from "./stage.ts";
import type { Crop, Scene, StoryResult } from "./story.ts";
import { prepareUntrusted, trustScenes } from "./trust.ts";
import { prepareWork, workScenes } from "./work.ts";

type Story = readonly [
  name: string,
  scenes: readonly Scene[],
  options: HostOptions,
  prepare?: (folder: string) => void | Promise<void>,
];

/**
 * Plays the stories of users with mouse and keys, on the packaged extension in a real workbench. Without a name it skips "dark", which repeats
 * "light" for its pictures.
 * @param isFull plays all scenes of a story; by default those of the sample
 * @param scale pixels of a picture for each pixel of the page
 * @param newTexts takes the texts of the pictures that are published. Without it, they must be those that are recorded.
 */
export async function playStories({
  only,
  isFull,
  scale = 1,
  newTexts,
}: {
  readonly only?: string;
  readonly isFull: boolean;
  readonly scale?: number;
  readonly newTexts?: Map<string, PictureTexts>;
}): Promise<StoryResult & { readonly total: number }> {
  const extensions = [await packageExtension()];
  // The sample leaves out the story that uses the probe.
  using probe = isFull ? packModelProbe() : undefined;
  const probed = probe === undefined ? extensions : [...extensions, probe.vsix];
  rmSync(pictures, { recursive: true, force: true });
  const all: readonly Story[] = [
    ["first", firstScenes, { extensions }, prepareForeign],
    ["language", languageScenes, { extensions, locale: "de" }],
    ["connections", connectionScenes(), { extensions }],
    ["trust", trustScenes, { extensions: probed, workspaceTrust: true }, prepareUntrusted],
    ["light", workScenes, { extensions, settings: themed("Light") }, prepareWork],
    // The results open by a notification instead.
    ["results", resultScenes(), { extensions, settings: { "analyticsEngines.results.openWhenDone": false } }],
    ["checks", checkScenes, { extensions }, prepareChecks],
    ["dark", workScenes, { extensions, settings: themed("Dark") }, prepareWork],
  ];
  const stories = all.filter(([name]) => (only === undefined ? name !== "dark" : name.startsWith(only)));
  const passed: string[] = [];
  const failed: { title: string; error: unknown }[] = [];
  for (const [name, scenes, options, prepare] of stories) {
    const played = isFull ? scenes : scenes.slice(0, sampledScenes[name] ?? 0);
    if (played.length === 0) continue;
    const onPicture = async (title: string, crop?: Crop) => {
      if (crop === undefined || !isPublished(name, title)) return;
      const texts = await textsOf(crop.of, crop.height);
      // Both themes show the same.
      const expected = newTexts === undefined ? recordedPictures()[title]?.texts : (newTexts.get(title) ?? texts);
      assert.deepEqual(texts, expected, `${title}: ${UPDATE}`);
      newTexts?.set(title, texts);
    };
    const outcome = await timed(`the story "${name}"`, () =>
      onStage(name, played, { ...options, scale }, prepare, onPicture),
    );
    passed.push(...outcome.passed);
    failed.push(...outcome.failed);
  }
  return { passed, failed, total: stories.reduce((sum, [, scenes]) => sum + scenes.length, 0) };
}

const UPDATE =
  "the picture in the README and the walkthrough shows something else; run `npm run pictures` and look at it";

/** Settings for pictures: the minimap does not cover the names beside ids. */
function themed(theme: "Light" | "Dark"): Readonly<Record<string, unknown>> {
  return {
    "workbench.colorTheme": `Default ${theme} Modern`,
    "editor.minimap.enabled": false,
  };
}

// `main.ts [STORY] [--keep-pictures]`: one story alone, and its pictures for README and walkthrough.
if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { "keep-pictures": { type: "boolean" } },
    allowPositionals: true,
  });
  const isKept = values["keep-pictures"] === true;
  const only = positionals[0] ?? (isKept ? "" : undefined);
  const scale = isKept ? 2 : 1;
  const newTexts = new Map<string, PictureTexts>();
  const { passed, failed } = await playStories({
    ...(only === undefined ? {} : { only }),
    isFull: true,
    scale,
    ...(isKept && { newTexts }),
  });
  for (const title of passed) say(`ok     ${title}`);
  for (const { title, error } of failed) say(`FAILED ${title}\n`, error);
  if (isKept) await keepPictures(newTexts);
  process.exit(failed.length);
}
