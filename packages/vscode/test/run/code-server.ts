import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "../../../../.ci/tests/free-port.ts";
import { installCodeServer } from "./install-code-server.ts";

export interface CodeServerOptions {
  /** Variables for the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  /** User settings beyond the quiet ones. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Packaged extensions to install. */
  readonly extensions?: readonly string[];
  /** The folders of the built-in extensions of VS Code to use. Default: all. */
  readonly builtIn?: readonly string[];
  /** Lets a page start a test suite. This also hides notifications. */
  readonly testDriver?: boolean;
  /** The display language of extensions. VS Code itself stays English. */
  readonly locale?: string;
  /** Whether opening a folder asks for trust, as on a user's machine. Default: every folder is trusted. */
  readonly workspaceTrust?: boolean;
}

export interface RunningCodeServer {
  /** `127.0.0.1:PORT` */
  readonly host: string;
  /** The folder with user data: settings, storage and logs. */
  readonly data: string;
  /** What the server wrote to its terminal. */
  log(): string;
  /** Resolves when the server is gone. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Settings that turn off everything but the test. */
const quiet = {
  "telemetry.telemetryLevel": "off",
  "workbench.startupEditor": "none",
  "workbench.enableExperiments": false,
  // Without animations, each click and picture finds an element at its final place.
  "workbench.reduceMotion": "on",
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "update.mode": "none",
  "json.schemaDownload.enable": false,
  "chat.disableAIFeatures": true,
  "git.openRepositoryInParentFolders": "never",
};

/** Starts VS Code's server on loopback with its own user data. */
export async function startCodeServer(options: CodeServerOptions = {}): Promise<RunningCodeServer> {
  const { node, entry, builtIn } = installCodeServer();
  const home = mkdtempSync(path.join(tmpdir(), "vscode-test-"));
  const data = path.join(home, "data");
  const config = path.join(home, "config.yaml");
  mkdirSync(path.join(data, "User"), { recursive: true });
  mkdirSync(path.join(home, "extensions"));
  writeFileSync(config, "");
  writeFileSync(path.join(data, "User", "settings.json"), JSON.stringify({ ...quiet, ...options.settings }, null, 2));

  if (options.locale !== undefined) addEmptyLanguagePack(data, options.locale);

  const folders = ["--config", config, "--user-data-dir", data, "--extensions-dir", path.join(home, "extensions")];
  const env = environment(home, options.env);
  if (options.extensions !== undefined) {
    const install = options.extensions.flatMap((vsix) => ["--install-extension", vsix]);
    execFileSync(node, [entry, ...folders, ...install, "--force"], { env, stdio: "pipe" });
  }
  const host = `127.0.0.1:${await freePort()}`;
  const flags = ["--auth", "none", "--disable-telemetry", "--disable-update-check", "--ignore-last-opened"];
  if (options.locale !== undefined) flags.push("--locale", options.locale);
  if (options.workspaceTrust !== true) flags.push("--disable-workspace-trust");
  if (options.testDriver === true) flags.push("--vscode-option", "enable-smoke-test-driver");
  if (options.builtIn !== undefined) {
    const chosen = path.join(home, "built-in");
    mkdirSync(chosen);
    for (const name of options.builtIn) symlinkSync(path.join(builtIn, name), path.join(chosen, name));
    flags.push("--vscode-option", `builtin-extensions-dir=${chosen}`);
  }
  // In its own process group, so that a stop includes its extension hosts.
  const server = spawn(node, [entry, ...folders, "--bind-addr", host, "--disable-getting-started-override", ...flags], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (text) => (output += text));
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  // Stops the server at any end of the run.
  const kill = () => signalGroup(server, "SIGKILL");
  process.once("exit", kill);
  const stop = async () => {
    await endGroup(server, ended);
    process.off("exit", kill);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await answering(host, server, () => output);
  } catch (error) {
    await stop();
    throw error;
  }
  return { host, data, log: () => output, ended, stop };
}

/** Adds a language without texts: VS Code uses a display language only if it has a language pack. */
function addEmptyLanguagePack(data: string, language: string): void {
  const file = path.join(data, `${language}.json`);
  writeFileSync(file, JSON.stringify({ version: "1.0.0", contents: {} }));
  const extensions = [{ extensionIdentifier: { id: `language.${language}` }, version: "1.0.0" }];
  const pack = { hash: "0", extensions, translations: { vscode: file }, label: language };
  writeFileSync(path.join(data, "languagepacks.json"), JSON.stringify({ [language]: pack }));
}

/** The environment without the variables that the terminal of an editor sets. */
function environment(home: string, extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$)/.test(name));
  return {
    ...Object.fromEntries(inherited),
    EXTENSIONS_GALLERY: '{"serviceUrl":""}',
    ...extra,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    XDG_CONFIG_HOME: path.join(home, "config"),
    XDG_DATA_HOME: path.join(home, "share"),
  };
}

async function answering(host: string, server: ChildProcess, output: () => string): Promise<void> {
  const end = Date.now() + 60_000;
  for (;;) {
    if (server.exitCode !== null) throw new Error(`code-server ended with ${server.exitCode}:\n${output()}`);
    if (Date.now() > end) throw new Error(`code-server did not answer:\n${output()}`);
    const answer = await fetch(`http://${host}/healthz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function endGroup(server: ChildProcess, ended: Promise<void>): Promise<void> {
  signalGroup(server, "SIGTERM");
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 3000))]);
  signalGroup(server, "SIGKILL");
  await ended;
}

function signalGroup({ pid }: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // The group no longer exists.
  }
}
