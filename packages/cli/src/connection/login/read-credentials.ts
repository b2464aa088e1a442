import { readText } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/host";
import type { ProfileCredentials } from "@analytics-engines/runs/project";
import { readStandardInput, STANDARD } from "../../terminal/standard-streams.ts";
import { ask } from "./ask.ts";

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
  if (text === "") throw new UserError(`The ${what === "Token" ? "token" : what} is empty. Nothing was stored.`);
  return text;
}

async function textOf(option: string, file: string): Promise<string> {
  if (file === STANDARD) return (await readStandardInput()).toString("utf8");
  const read = readText(file);
  if (!("problem" in read)) return read.text;
  // The value is not repeated: it may be a secret instead of a path.
  throw new UserError(`The file of ${option} cannot be used: it ${read.problem}. Nothing was stored.`);
}
