import { type ExecFileSyncOptions, execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, type Page } from "playwright-core";
import { say } from "./say.ts";

export interface Browser {
  readonly page: Page;
  close(): Promise<void>;
}

/** A headless Chromium with a profile of its own. */
export async function openBrowser(): Promise<Browser> {
  const profile = mkdtempSync(path.join(tmpdir(), "vscode-test-browser-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    headless: true,
    viewport: { width: 1280, height: 800 },
    permissions: ["clipboard-read", "clipboard-write"],
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
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

/** The browser of the machine; installed from the packages of Debian and its relatives where there is none. */
export function findChromium(): string {
  const candidates = [
    process.env["CHROMIUM"],
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ];
  const found = candidates.find((file) => file !== undefined && existsSync(file));
  if (found !== undefined) return found;
  say("Setting up: no Chromium was found, installing the package chromium with apt-get (once)");
  const quietly: ExecFileSyncOptions = {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  };
  try {
    execFileSync("apt-get", ["update", "-qq"], quietly);
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], quietly);
  } catch (error) {
    throw new Error("No browser: install Chromium, or name one in the variable CHROMIUM.", { cause: error });
  }
  return "/usr/bin/chromium";
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
