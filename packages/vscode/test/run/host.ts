import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { type CodeServerOptions, type RunningCodeServer, startCodeServer } from "./code-server.ts";
import { say } from "./say.ts";
import { openBrowser } from "./workbench.ts";

/** The options of VS Code and its window. */
export interface HostOptions extends CodeServerOptions {
  /** Pixels of a picture for each pixel of the page. */
  readonly scale?: number;
}

/** The folder with pictures and logs of failures. Each run clears it. */
export const failures = path.resolve(import.meta.dirname, "../../dist/failures");

// Ending a run early also ends its VS Code and its browser.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));

/** A running VS Code, and the page that shows it. */
export interface Host {
  readonly server: RunningCodeServer;
  readonly page: Page;
  /** Saves a picture of the window and the logs, and prints their folder. */
  keepEvidence(): Promise<void>;
}

/**
 * Starts VS Code, opens a window, uses it and ends it. If VS Code ends before the window is ready, it starts once more; after that, nothing is
 * repeated.
 * @param open opens the window and waits until it is ready
 */
export async function withHost<T>(
  name: string,
  options: HostOptions,
  open: (host: Host) => Promise<void>,
  use: (host: Host) => Promise<T>,
): Promise<T> {
  const { host, close } = await start(name, options, open).catch((error: unknown) => {
    say(`VS Code did not start for "${name}", and is started once more:`, error);
    return start(name, options, open);
  });
  try {
    return await use(host);
  } catch (error) {
    await host.keepEvidence();
    throw error;
  } finally {
    await close();
  }
}

async function start(
  name: string,
  options: HostOptions,
  open: (host: Host) => Promise<void>,
): Promise<{ host: Host; close(): Promise<void> }> {
  const server = await startCodeServer(options);
  const browser = await openBrowser(options.scale).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  const { page } = browser;
  const lines: string[] = [];
  page.on("console", (message) => lines.push(`${message.type()}: ${message.text()}`));
  page.on("crash", () => lines.push("the page crashed"));
  const close = async () => {
    await browser.close();
    await server.stop();
  };
  const host: Host = {
    server,
    page,
    keepEvidence: () => keepEvidence(path.join(failures, name), server, page, lines),
  };
  try {
    await open(host);
    return { host, close };
  } catch (error) {
    await host.keepEvidence();
    await close();
    throw error;
  }
}

/** Never throws, so that the original failure is reported. */
async function keepEvidence(
  folder: string,
  server: RunningCodeServer,
  page: Page,
  lines: readonly string[],
): Promise<void> {
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: path.join(folder, "window.png"), timeout: 10_000 }).catch((error: unknown) => {
      say("No picture could be taken:", error);
    });
    writeFileSync(path.join(folder, "window.txt"), lines.join("\n"));
    writeFileSync(path.join(folder, "server.txt"), server.log());
    const logs = path.join(server.data, "logs");
    if (existsSync(logs)) cpSync(logs, path.join(folder, "logs"), { recursive: true });
    say(`A picture of the window and the logs are in ${folder}`);
  } catch (error) {
    say("The logs could not be kept:", error);
  }
}
