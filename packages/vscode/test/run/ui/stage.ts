import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { MAX_WAIT_SECONDS } from "../../support/until.ts";
import { type Host, type HostOptions, withHost } from "../host.ts";
import { workbenchAddress } from "../workbench.ts";
import { workbench } from "./page.ts";
import { type Crop, play, type Scene, type StoryResult } from "./story.ts";

/** The folder with the pictures of the last run. */
export const pictures = path.resolve(import.meta.dirname, "../../../dist/pictures");

/** The parameter files of the documentation. */
const examples = path.resolve(import.meta.dirname, "../../../../../docs/examples");

/**
 * Plays scenes in a workbench of their own, on a copy of the examples, with the packaged extension installed.
 * @param onPicture is called after each picture, while the window still shows the same
 */
export async function onStage(
  name: string,
  scenes: readonly Scene[],
  options: HostOptions,
  prepare: (folder: string) => void | Promise<void> = () => undefined,
  onPicture: (title: string, crop?: Crop) => Promise<void> = async () => undefined,
): Promise<StoryResult> {
  const parent = mkdtempSync(path.join(tmpdir(), "vscode-story-"));
  // The name that pictures show.
  const folder = path.join(parent, "portfolios");
  cpSync(examples, folder, { recursive: true });
  await prepare(folder);
  const open = async ({ page, server }: Host) => {
    page.setDefaultTimeout(MAX_WAIT_SECONDS * 1000);
    await page.goto(workbenchAddress(server.host, { folder }));
    await isOpen(page);
  };
  try {
    return await withHost(name, options, open, (host) => {
      const picture = async (title: string, crop?: Crop) => {
        mkdirSync(pictures, { recursive: true });
        const clip = crop && (await clipOf(crop));
        await host.page.screenshot({ path: path.join(pictures, `${name}-${title}.png`), ...(clip && { clip }) });
        await onPicture(title, crop);
      };
      const shown = workbench(host.page);
      const reload = async () => {
        await Promise.all([host.page.waitForEvent("load"), shown.command("Developer: Reload Window")]);
        await isOpen(host.page);
      };
      return play(scenes, { workbench: shown, host, folder, picture, reopen: () => open(host), reload });
    });
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

const isOpen = (page: Page) => page.locator(".monaco-workbench .part.sidebar .monaco-list-row").first().waitFor();

async function clipOf({ of, width = Number.POSITIVE_INFINITY, height = Number.POSITIVE_INFINITY }: Crop) {
  const box = await of.boundingBox();
  if (box === null) throw new Error("The element for a picture is not visible.");
  return { ...box, width: Math.min(box.width, width), height: Math.min(box.height, height) };
}
