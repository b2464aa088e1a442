import path from "node:path";
import { createInputReader, type InputReader } from "../github/inputs.ts";
import { Problem } from "../github/problem.ts";

export type Env = Readonly<Record<string, string | undefined>>;

/** How the service knows who asks. */
export type Credentials =
  | { readonly kind: "basic"; readonly username: string; readonly password: string }
  | { readonly kind: "token"; readonly token: string }
  /** The service's OAuth configuration: JSON text. */
  | { readonly kind: "oauth"; readonly config: OAuthConfig };

export interface OAuthConfig {
  readonly [name: string]: unknown;
  readonly clientId: string;
  readonly jwk: Readonly<Record<string, unknown>>;
}

/** The inputs of `run`, checked. Paths are absolute. */
export interface RunInputs {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** Globs, relative to the working directory; `!` excludes. Not looked at when a run is resumed: its files stand in its manifest. */
  readonly files: readonly string[];
  readonly workingDirectory: string;
  /** The run folder: to be made, or with `resume` the one to go on in. */
  readonly runFolder: string;
  readonly resume: boolean;
  readonly maxConcurrency: number;
  readonly timeoutMinutes: number;
  readonly wait: boolean;
  readonly cancelOnAbort: boolean;
  readonly failOn: FailOn;
  readonly cacheControl: string | undefined;
  readonly artifacts: ArtifactMode;
  readonly artifactName: string;
  readonly retentionDays: number | undefined;
  readonly summary: boolean;
  readonly headerPrefix: string | undefined;
}

export type FailOn = (typeof failOn)[number];
export type ArtifactMode = (typeof artifactModes)[number];

const failOn = ["error", "warning", "never"] as const;
const artifactModes = ["run", "file", "unit", "none"] as const;

/** Reads and checks the inputs. Throws `Problems` that name each wrong input and what is allowed. */
export function readRunInputs(env: Env): RunInputs {
  const reader = createInputReader(env);
  const workingDirectory = path.resolve(
    env["GITHUB_WORKSPACE"] || process.cwd(),
    reader.line("working-directory") ?? ".",
  );
  const resumeFrom = reader.line("resume-from");
  const inputs = {
    baseUrl: readBaseUrl(reader),
    credentials: readCredentials(reader),
    files: readFiles(reader, resumeFrom !== undefined),
    workingDirectory,
    runFolder: readRunFolder(reader, workingDirectory, resumeFrom),
    resume: resumeFrom !== undefined,
    maxConcurrency: reader.integer("max-concurrency", { min: 1, max: 500 }) ?? 10,
    // GitHub ends a job after six hours: we end before, while there is time to keep what has come.
    timeoutMinutes: reader.positive("timeout-minutes", 30 * 24 * 60) ?? 350,
    wait: reader.flag("wait", true),
    cancelOnAbort: reader.flag("cancel-on-abort", true),
    failOn: reader.choice("fail-on", failOn, "error"),
    cacheControl: readCache(reader),
    artifacts: reader.choice("artifacts", artifactModes, "run"),
    artifactName: reader.line("artifact-name") ?? "analytics-run",
    retentionDays: reader.integer("retention-days", { min: 1, max: 400 }),
    summary: reader.flag("summary", true),
    headerPrefix: readHeaderPrefix(reader),
  };
  reader.finish();
  const { credentials } = inputs;
  if (credentials === undefined) throw new Problem("Credentials are missing.");
  return { ...inputs, credentials };
}

function readBaseUrl(reader: InputReader): string {
  const text = reader.line("base-url") ?? "";
  const refuse = (says: string) => {
    reader.refuse(`Input base-url ${says}`);
    return "";
  };
  if (text === "") return refuse("is required: the address of the service, such as https://api.vendor.example.");
  if (!URL.canParse(text)) return refuse("must be an address such as https://api.vendor.example.");
  const url = new URL(text);
  if (url.username !== "" || url.password !== "")
    return refuse("must not hold credentials: use username and password, token or oauth-config.");
  if (url.search !== "" || url.hash !== "") return refuse("must not hold a query or a fragment.");
  const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && loopback))
    return refuse("must begin with https:// (http:// is for this machine alone).");
  return text;
}

function readCredentials(reader: InputReader): Credentials | undefined {
  const names = ["username", "password", "token", "oauth-config"] as const;
  const [hasUsername, hasPassword, hasToken, hasOAuth] = names.map((name) => reader.text(name) !== undefined);
  const given = [hasUsername || hasPassword, hasToken, hasOAuth].filter(Boolean).length;
  if (given !== 1) {
    reader.refuse(
      `${given === 0 ? "Credentials are missing" : "Credentials of several kinds are given"}: set either username and password, or token, or oauth-config.`,
    );
    return undefined;
  }
  if (hasToken) return readToken(reader);
  if (hasOAuth) return readOAuth(reader, reader.text("oauth-config") ?? "");
  if (!hasUsername || !hasPassword) {
    reader.refuse(
      hasPassword ? "Input username is required beside password." : "Input password is required beside username.",
    );
    return undefined;
  }
  const username = reader.line("username");
  const password = reader.line("password");
  if (username === undefined || password === undefined) return undefined;
  if (username.includes(":")) reader.refuse("Input username must not hold a colon: it is USERNAME-SERIAL.");
  return { kind: "basic", username, password };
}

function readToken(reader: InputReader): Credentials | undefined {
  const token = reader.text("token") ?? "";
  if (/^[\x21-\x7e]+$/.test(token)) return { kind: "token", token };
  reader.refuse("Input token must be the bare token, without the word Bearer, blanks or characters outside of ASCII.");
  return undefined;
}

function readOAuth(reader: InputReader, text: string): Credentials | undefined {
  const config = parseObject(text);
  const jwk = config?.["jwk"];
  if (config !== undefined && typeof config["clientId"] === "string" && isObject(jwk)) {
    return { kind: "oauth", config: { ...config, clientId: config["clientId"], jwk } };
  }
  reader.refuse("Input oauth-config must be the service's OAuth configuration: the JSON text with clientId and jwk.");
  return undefined;
}

function readFiles(reader: InputReader, resume: boolean): readonly string[] {
  const files = reader.lines("files");
  const outside = files.find(
    (pattern) => path.isAbsolute(pattern.replace(/^!/, "")) || pattern.split(/[\\/]/).includes(".."),
  );
  if (outside !== undefined)
    reader.refuse("Input files must hold patterns within working-directory: no absolute paths and no `..`.");
  if (!resume && !files.some((pattern) => !pattern.startsWith("!"))) {
    reader.refuse(
      "Input files is required: the parameter files as globs, one a line, such as parameters/**/*.pa.json.",
    );
  }
  return files;
}

function readRunFolder(reader: InputReader, workingDirectory: string, resumeFrom: string | undefined): string {
  return path.resolve(workingDirectory, resumeFrom ?? reader.line("output-dir") ?? "analytics-run");
}

/** `no-store`, `max-age=N`, `max-stale` and `max-stale=N` are what the service's create accepts. */
function readCache(reader: InputReader): string | undefined {
  const text = reader.line("cache");
  if (text === undefined) return undefined;
  const directives = text.split(",").map((each) => each.trim());
  if (directives.every((each) => /^(no-store|max-age=\d{1,9}|max-stale(=\d{1,9})?)$/.test(each)))
    return directives.join(", ");
  reader.refuse("Input cache must be no-store, max-age=SECONDS or max-stale=SECONDS, or several of them with commas.");
  return undefined;
}

function readHeaderPrefix(reader: InputReader): string | undefined {
  const text = reader.line("header-prefix");
  if (text === undefined || /^[A-Za-z0-9-]{1,64}$/.test(text)) return text;
  reader.refuse(
    "Input header-prefix must be the service's own word in its headers, in letters, digits and hyphens: Vendor for X-Vendor-Api-...",
  );
  return undefined;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    // What the parser says may quote the text, which is a secret.
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
