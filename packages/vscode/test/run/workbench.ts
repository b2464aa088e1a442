import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, type Page } from "playwright-core";
import { ensureBrowser } from "../../../../.ci/tests/browser.ts";

export interface Browser {
  readonly page: Page;
  close(): Promise<void>;
}

/** A headless Chromium with its own profile. @param scale pixels of a picture for each pixel of the page */
export async function openBrowser(scale = 1): Promise<Browser> {
  const executablePath = ensureBrowser();
  if (executablePath === undefined) throw new Error("There is no browser.");
  const profile = mkdtempSync(path.join(tmpdir(), "vscode-test-browser-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    // A signal ends the run and its browser. By default the library would end only the browser.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: scale,
    permissions: ["clipboard-read", "clipboard-write"],
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      // Containers have little shared memory.
      "--disable-dev-shm-usage",
    ],
  });
  const page = context.pages()[0] ?? (await context.newPage());
  return {
    page,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export interface WorkbenchTarget {
  readonly folder?: string;
  /** An extension under test in its own folder, and its suite: the web's form of the desktop's `--extensionTestsPath`. */
  readonly development?: { readonly extension: string; readonly suite: string };
}

/** The address of the workbench with a folder open. */
export function workbenchAddress(host: string, { folder, development }: WorkbenchTarget): string {
  const query = new URLSearchParams();
  if (folder !== undefined) query.set("folder", folder);
  if (development !== undefined) {
    const payload = [
      ["skipWelcome", "true"],
      ["extensionDevelopmentPath", `vscode-remote://${host}${development.extension}`],
      ["extensionTestsPath", `vscode-remote://${host}${development.suite}`],
    ];
    query.set("payload", JSON.stringify(payload));
  }
  return `http://${host}/?${query}`;
}
