import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import type { Client } from "@analytics-engines/core";
import { isObject, parseObject } from "@analytics-engines/core/basics";
import { type ConnectionEntry, decodeKeyText, readText } from "@analytics-engines/runs/files";
import { hasCode, UserError } from "@analytics-engines/runs/progress";
import {
  DEFAULT_PROFILE,
  type ProfileCredentials,
  type ServiceCredentials,
  secretProblem,
} from "@analytics-engines/runs/run";
import { exitCodeOfSignal } from "../../terminal/output.ts";
import { readStandardInput, STANDARD } from "../../terminal/standard.ts";

export interface CredentialOptions {
  readonly username?: string;
  readonly token?: true;
  /** The file of the OAuth configuration. */
  readonly oauthConfig?: string;
  /** The file with the API key or the token. */
  readonly secret?: string;
}

/**
 * Reads the credentials to store: on the terminal without an echo, from standard input or from a file. None comes from an argument, because
 * every user of the machine can see a command line, and the shell keeps it.
 * @throws UserError, which repeats no credential
 */
export async function readCredentials(options: CredentialOptions): Promise<ProfileCredentials> {
  const { username, token, oauthConfig, secret } = options;
  if (oauthConfig !== undefined) return { kind: "oauth", configuration: await textOf("--oauth-config", oauthConfig) };
  if (secret === undefined && !process.stdin.isTTY)
    throw new UserError(
      "There is no terminal to ask on. Use --secret -, which reads the API key or the token from standard input.",
    );
  if (token) return { kind: "token", token: await readSecret("Token", secret) };
  if (secret !== undefined && username === undefined)
    throw new UserError("Name the user with --username, or use --token, which needs none.");
  const name = username ?? (await ask("User name and serial number (USERNAME-SERIAL): ", { isSecret: false }));
  return { kind: "basic", username: name, password: await readSecret("API key", secret) };
}

async function readSecret(what: string, file: string | undefined): Promise<string> {
  const text =
    file === undefined
      ? await ask(`${what} (is not shown): `, { isSecret: true })
      : (await textOf("--secret", file)).replace(/\r?\n$/, "");
  const name = what === "Token" ? "token" : what;
  if (text === "") throw new UserError(`The ${name} is empty. Nothing was stored.`);
  const problem = secretProblem(text);
  if (problem !== undefined) throw new UserError(`The ${name} ${problem}. Nothing was stored.`);
  return text;
}

async function textOf(option: string, file: string): Promise<string> {
  if (file === STANDARD) return decodeKeyText(await readStandardInput());
  const read = readText(file);
  // A byte-order mark, as Windows programs write it, is no part of a key.
  if (!("problem" in read)) return read.text.replace(/^\uFEFF/, "");
  // The value is not repeated: it may be a secret instead of a path.
  throw new UserError(`The file of ${option} cannot be used: it ${read.problem}. Nothing was stored.`);
}

/**
 * Asks on the terminal. Node's own readline reads a secret without an echo: it switches the echo of the terminal off and echoes itself, here to
 * nowhere. So a library for one question is not needed.
 * @throws UserError if the input ends without an answer
 */
async function ask(question: string, { isSecret }: { readonly isSecret: boolean }): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = isSecret ? nowhere : process.stderr;
  const terminal = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  terminal.on("SIGINT", () => {
    terminal.close();
    process.stderr.write("\nNothing was stored.\n");
    process.exit(exitCodeOfSignal("SIGINT"));
  });
  if (isSecret) process.stderr.write(question);
  try {
    return (await terminal.question(isSecret ? "" : question)).trim();
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") throw new UserError("Nothing was stored.");
    throw error;
  } finally {
    terminal.close();
    if (isSecret) process.stderr.write("\n");
  }
}

/** The profile that a command is about: the one that the user names, or else that of the project file. */
export function profileNameOf(argument: string | undefined, connectionEntry: ConnectionEntry | undefined): string {
  return argument ?? connectionEntry?.name ?? DEFAULT_PROFILE;
}

/** What may be shown of credentials: their kind, and who the user is, which a token does not tell. */
export function describeCredentials(credentials: ServiceCredentials) {
  switch (credentials.kind) {
    case "basic":
      return {
        kind: credentials.kind,
        user: credentials.username,
        text: `user ${credentials.username} with an API key`,
      };
    case "token":
      return { kind: credentials.kind, user: undefined, text: "a token" };
    case "oauth": {
      const user = clientIdOf(credentials.configuration);
      return { kind: credentials.kind, user, text: `OAuth client ${user ?? "of unknown name"}` };
    }
  }
}

/** The id of an OAuth configuration. Undefined for a text that is none, of which the client tells. */
function clientIdOf(configuration: unknown): string | undefined {
  const value = typeof configuration === "string" ? parseObject(configuration) : configuration;
  const id = isObject(value) ? value["clientId"] : undefined;
  return typeof id === "string" ? id : undefined;
}

/** Sends one small read, which shows whether the service accepts the credentials. @throws the client's error if it does not */
export async function askService(client: Client): Promise<void> {
  try {
    await client.probe();
  } catch (error) {
    // Who lacks the permission for this list is known to the service.
    if (!hasCode(error, "forbidden")) throw error;
  }
}
