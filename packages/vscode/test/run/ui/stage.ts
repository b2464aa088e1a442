import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type CodeServerOptions, startCodeServer } from "../code-server.ts";
import { openBrowser, workbenchAddress } from "../workbench.ts";
import { workbench } from "./page.ts";
import { type Outcome, play, type Scene } from "./story.ts";

/** Where the pictures of the last run stand. */
export const pictures = path.resolve(import.meta.dirname, "../../../dist/pictures");

/** The parameter files of the documentation. */
const examples = path.resolve(import.meta.dirname, "../../../../../docs/examples");

/** Plays scenes in a workbench of their own, on a copy of the examples, with the packaged extension installed. */
export async function onStage(
  name: string,
  scenes: readonly Scene[],
  options: CodeServerOptions,
  prepare: (folder: string) => void | Promise<void> = () => undefined,
): Promise<Outcome> {
  const folder = mkdtempSync(path.join(tmpdir(), "vscode-story-"));
  cpSync(examples, folder, { recursive: true });
  await prepare(folder);
  const server = await startCodeServer(options);
  const browser = await openBrowser();
  try {
    const { page } = browser;
    page.setDefaultTimeout(20_000);
    const address = workbenchAddress(server.host, { folder });
    const open = async () => {
      await page.goto(address);
      await page.locator(".monaco-workbench .part.sidebar .monaco-list-row").first().waitFor();
    };
    await open();
    const picture = async (title: string) => {
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({ path: path.join(pictures, `${name}-${title}.png`) });
    };
    return await play(scenes, { workbench: workbench(page), server, folder, picture, reopen: open });
  } finally {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
