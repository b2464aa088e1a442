import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { packageExtension } from "../../../package-vsix.ts";
import { startCodeServer } from "../code-server.ts";
import { openBrowser, workbenchAddress } from "../workbench.ts";
import { connectionScenes } from "./connections.ts";
import { workbench } from "./page.ts";
import { type Outcome, play } from "./story.ts";

/** Where the pictures of the last run stand. */
const pictures = path.resolve(import.meta.dirname, "../../../dist/pictures");

/** Tells the whole story of a user with mouse and keys, on the packaged extension, in a real workbench. */
export async function runStory(): Promise<Outcome> {
  const vsix = await packageExtension();
  rmSync(pictures, { recursive: true, force: true });
  mkdirSync(pictures, { recursive: true });
  const folder = mkdtempSync(path.join(tmpdir(), "vscode-story-"));
  cpSync(path.resolve(import.meta.dirname, "../../../../../docs/examples"), folder, { recursive: true });
  const server = await startCodeServer({ vsix });
  const browser = await openBrowser();
  try {
    const { page } = browser;
    page.setDefaultTimeout(20_000);
    await page.goto(workbenchAddress(server.host, { folder }));
    await page.locator(".monaco-workbench .part.sidebar .explorer-folders-view .monaco-list-row").first().waitFor();
    const picture = async (name: string) => {
      await page.screenshot({ path: path.join(pictures, `${name}.png`) });
    };
    return await play(connectionScenes(), { workbench: workbench(page), server, folder, picture });
  } finally {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const { passed, failed } = await runStory();
  process.stdout.write(`${passed.join("\n")}\n`);
  for (const { title, error } of failed)
    process.stdout.write(`FAILED ${title}\n${error instanceof Error ? error.stack : error}\n`);
  process.exit(failed.length);
}
