import type { Locator } from "playwright-core";
import type { Host } from "../host.ts";
import type { Workbench } from "./page.ts";

/** A part of the window: an element, cut at a width and a height. */
export interface Crop {
  readonly of: Locator;
  readonly width?: number;
  readonly height?: number;
}

/** What the steps of a story share. */
export interface Stage {
  readonly workbench: Workbench;
  readonly host: Host;
  /** The folder that the window has open. */
  readonly folder: string;
  /** Closes the window without a warning and opens it again. Unsaved state is lost. */
  reopen(): Promise<void>;
  /** Reloads the window, which saves its state first. */
  reload(): Promise<void>;
  /** Takes a picture of the window, or of a part of it. */
  picture(name: string, crop?: Crop): Promise<void>;
}

export interface Scene {
  readonly title: string;
  play(stage: Stage): Promise<void>;
}

export interface StoryResult {
  readonly passed: readonly string[];
  readonly failed: readonly { readonly title: string; readonly error: unknown }[];
}

/** Plays scenes one after another; each begins where the one before ended, so after a failure the rest does not play. */
export async function play(scenes: readonly Scene[], stage: Stage): Promise<StoryResult> {
  const passed: string[] = [];
  for (const [index, scene] of scenes.entries()) {
    try {
      await scene.play(stage);
      passed.push(scene.title);
    } catch (error) {
      await stage.host.keepEvidence();
      const unplayed = scenes
        .slice(index + 1)
        .map(({ title }) => ({ title, error: new Error("did not play: an earlier scene failed") }));
      return { passed, failed: [{ title: scene.title, error }, ...unplayed] };
    }
  }
  return { passed, failed: [] };
}
