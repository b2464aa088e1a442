import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { bundleCommonJs } from "../../bundle.ts";
import type { SuiteReport } from "../support/suite-report.ts";
import { type Host, withHost } from "./host.ts";
import { say } from "./say.ts";
import { workbenchAddress } from "./workbench.ts";

export const packageFolder = path.resolve(import.meta.dirname, "../..");
const suiteFolder = path.join(packageFolder, "dist", "test");
/** Long enough for a busy machine. A suite that takes longer does not end. */
const BEGIN_SECONDS = 120;
const TIMEOUT_SECONDS = 1800;

/** The version of VS Code for the desktop: that of the code-server beside it. */
const DESKTOP_VERSION = "1.139.1";

/** Bundles the suites for the extension host. Returns the file that VS Code calls. */
async function bundleSuites(): Promise<string> {
  rmSync(suiteFolder, { recursive: true, force: true });
  const files = globSync("test/suite/*.{suite,test}.ts", { cwd: packageFolder });
  const entries = [...files, "test/suite/index.ts"].map((file) => [path.basename(file, ".ts"), file]);
  await bundleCommonJs(Object.fromEntries(entries), suiteFolder, false);
  return path.join(suiteFolder, "index.cjs");
}

/**
 * Runs the suites in the extension host of a real VS Code and returns their report: on the desktop with TEST_HOST=desktop, where it can be
 * downloaded, and else in VS Code's server with a headless browser.
 * @param only the start of the names of the suites to run; empty for all
 * @param sample the full titles of the tests to run; empty for all
 */
export async function runSuites(only: string, sample: readonly string[]): Promise<SuiteReport> {
  const suite = await bundleSuites();
  const folder = mkdtempSync(path.join(tmpdir(), "vscode-test-workspace-"));
  cpSync(path.join(packageFolder, "test", "workspace"), folder, { recursive: true });
  const report = path.join(mkdtempSync(path.join(tmpdir(), "vscode-test-report-")), "report.json");
  const env = {
    ANALYTICS_TEST_REPORT: report,
    ANALYTICS_TEST_ONLY: only,
    ANALYTICS_TEST_SAMPLE: JSON.stringify(sample),
  };
  try {
    if (process.env["TEST_HOST"] === "desktop") await onDesktop(suite, folder, env);
    else await onServer(suite, folder, env);
    if (!existsSync(report)) throw new Error("the extension host ended without a report");
    return JSON.parse(readFileSync(report, "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(path.dirname(report), { recursive: true, force: true });
  }
}

async function onDesktop(suite: string, folder: string, env: Record<string, string>): Promise<void> {
  const { runTests } = await import("@vscode/test-electron");
  await runTests({
    version: DESKTOP_VERSION,
    extensionDevelopmentPath: packageFolder,
    extensionTestsPath: suite,
    extensionTestsEnv: env,
    launchArgs: [folder, "--disable-extensions", "--disable-workspace-trust"],
  }).catch((error: unknown) => {
    // A failed suite rejects too; its report says more.
    if (!existsSync(env["ANALYTICS_TEST_REPORT"] ?? "")) throw error;
  });
}

/** Lines that VS Code itself writes to the console of its page. */
const noise =
  /bindings file|native-watchdog|^(Resolv|Creating a socket|\[reconnection|\[Service Worker|\[AgentHost|\[AccountPolicy|Ignoring|Updating|The web worker)/;

async function onServer(suite: string, folder: string, env: Record<string, string>): Promise<void> {
  const report = env["ANALYTICS_TEST_REPORT"] ?? "";
  let ended: Promise<void> = Promise.resolve();
  const open = async (host: Host) => {
    ended = endOfSuites(host);
    // Awaited below.
    ended.catch(() => undefined);
    const development = { extension: packageFolder, suite };
    await host.page.goto(workbenchAddress(host.server.host, { folder, development }));
    await Promise.race([ended, appears(`${report}.begun`, AbortSignal.timeout(BEGIN_SECONDS * 1000))]);
    if (!existsSync(`${report}.begun`)) throw new Error(`the suites did not begin within ${BEGIN_SECONDS} s`);
  };
  // As on the desktop: only the extension or a suite saves files.
  const settings = { "files.autoSave": "off" };
  await withHost("suites", { env, testDriver: true, settings }, open, async (host) => {
    const over = new AbortController();
    // Shows the window while a test fails, not at the end of all tests.
    const evidence = appears(`${report}.failed`, over.signal).then((failed) =>
      failed ? host.keepEvidence() : undefined,
    );
    await ended.finally(() => over.abort());
    await evidence;
  });
}

/** Resolves when VS Code's page reports the end of the suites. */
function endOfSuites({ page, server }: Host): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (message: string) => reject(new Error(`${message}\n${server.log().slice(-2000)}`));
    // The two functions that VS Code's page calls while it runs a suite.
    const exposed = [
      page.exposeFunction("codeAutomationLog", (_type: string, args: unknown[]) => {
        if (!args.some((arg) => typeof arg === "string" && noise.test(arg))) say(...args);
      }),
      page.exposeFunction("codeAutomationExit", () => resolve()),
    ];
    Promise.all(exposed).catch(reject);
    page.on("crash", () => fail("the workbench page crashed"));
    void server.ended.then(() => fail("code-server ended"));
    setTimeout(() => fail(`no end of the suites within ${TIMEOUT_SECONDS} s`), TIMEOUT_SECONDS * 1000).unref();
  });
}

/** Whether a file appears before the signal aborts. */
async function appears(file: string, tooLate: AbortSignal): Promise<boolean> {
  while (!existsSync(file) && !tooLate.aborted) await wait(50);
  return existsSync(file);
}
