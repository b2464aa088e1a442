import { mkdirSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { type Browser, chromium, type Page } from "playwright-core";
import type {} from "./harness.ts";

export type { Browser, Page };

const folder = path.join(import.meta.dirname, "../..");
export const screenshots = path.join(folder, "test/screenshots");
mkdirSync(screenshots, { recursive: true });

/** The browser of the tests: that of Debian, or CHROMIUM_PATH. */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...more,
    ],
  });
}

let harness: Promise<string> | undefined;

function harnessCode(): Promise<string> {
  harness ??= build({
    entryPoints: [path.join(folder, "test/support/harness.ts")],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    conditions: ["source"],
    external: ["./export/arrow/read.ts"],
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? "");
  return harness;
}

export interface PageOptions {
  readonly theme?: "light" | "dark";
  readonly forcedColors?: boolean;
  readonly width?: number;
  readonly height?: number;
  /** The language of the browser, such as `de-DE`; by default American English. */
  readonly locale?: string;
  /** The labels in another language by the English ones. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** A page with the components and harness.ts, under the policy of a report. `problems` are its warnings and errors. */
export async function openPage(
  browser: Browser,
  options: PageOptions = {},
): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({
    colorScheme: options.theme ?? "light",
    forcedColors: options.forcedColors ? "active" : "none",
    locale: options.locale ?? "en-US",
    viewport: { width: options.width ?? 1200, height: options.height ?? 760 },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const problems = watch(page);
  const code = await harnessCode();
  await page.route("**/*", async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/harness.js") return route.fulfill({ contentType: "text/javascript", body: code });
    if (pathname !== "/") return route.fulfill({ status: 404 });
    return route.fulfill({
      contentType: "text/html",
      headers: { "content-security-policy": "default-src 'none'; script-src 'self'; img-src blob:" },
      body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Test</title><main></main>${textsBlock(options)}<script type="module" src="/harness.js"></script>`,
    });
  });
  await page.goto("http://viewer.test/");
  await page.waitForFunction("globalThis.harness !== undefined");
  return { page, problems };
}

function textsBlock({ texts }: PageOptions): string {
  return `<script type="application/json" id="analytics-engines-texts">${JSON.stringify(texts ?? {})}</script>`;
}

/** A page that loads the built scripts as a webview does. `loaded` are the paths of its requests. */
export async function openBuiltPage(browser: Browser): Promise<{ page: Page; problems: string[]; loaded: string[] }> {
  const page = await browser.newPage();
  page.setDefaultTimeout(30_000);
  const problems = watch(page);
  const loaded: string[] = [];
  await page.route("**/*", async (route) => {
    const { pathname } = new URL(route.request().url());
    loaded.push(pathname);
    if (pathname.endsWith(".js")) return route.fulfill({ path: path.join(folder, "dist", path.basename(pathname)) });
    return route.fulfill({
      contentType: "text/html",
      headers: { "content-security-policy": "default-src 'none'; script-src 'self'; img-src blob:" },
      body: '<!doctype html><html lang="en"><title>Test</title><script type="module" src="/viewer.js"></script>',
    });
  });
  await page.goto("http://viewer.test/");
  await page.waitForFunction("customElements.get('ae-chart') !== undefined");
  return { page, problems, loaded };
}

/** Collects the warnings and errors of a page. */
export function watch(page: Page): string[] {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  return problems;
}
