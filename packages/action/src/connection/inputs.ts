import {
  type BaseUrlProblem,
  baseUrlProblem,
  isHeaderPrefix,
  isObject,
  parseObject,
} from "@analytics-engines/core/basics";
import { type ServiceCredentials, valueProblem } from "@analytics-engines/runs/run";
import type { Env, InputReader, Log } from "../github/step.ts";

/** Credentials from the inputs. The OAuth configuration is parsed, so that its secrets can be masked. */
export type InputCredentials =
  | Exclude<ServiceCredentials, { readonly kind: "oauth" }>
  | { readonly kind: "oauth"; readonly configuration: InputOAuthConfiguration };

interface InputOAuthConfiguration {
  readonly [name: string]: unknown;
  readonly clientId: string;
  readonly jwk: Readonly<Record<string, unknown>>;
}

/** The checked inputs of a connection. */
export interface ConnectionInputs {
  readonly baseUrl: string;
  readonly credentials: InputCredentials;
  readonly headerPrefix: string | undefined;
}

/** Stands for refused credentials. It is never used: the reader throws at its end. */
const refusedCredentials: InputCredentials = { kind: "token", token: "" };

/** Reads the inputs of a connection, and its variable. */
export function readConnection(reader: InputReader, env: Env): ConnectionInputs {
  return {
    baseUrl: readBaseUrl(reader),
    credentials: readCredentials(reader),
    headerPrefix: readHeaderPrefix(reader, env),
  };
}

const EXAMPLE = "such as https://api.vendor.example.";
const problemWords: Readonly<Record<BaseUrlProblem | "missing", string>> = {
  missing: `is required: the address of the service, ${EXAMPLE}`,
  address: `must be an address ${EXAMPLE}`,
  credentials: "must not contain credentials: use username and password, token or oauth-config.",
  transport: "must begin with https:// (http:// only for this machine).",
  query: "must not contain a query or a fragment.",
};

function readBaseUrl(reader: InputReader): string {
  const text = reader.line("base-url") ?? "";
  const problem = text === "" ? "missing" : baseUrlProblem(text);
  if (problem !== undefined) reader.refuse(`Input base-url ${problemWords[problem]}`);
  return text;
}

function readCredentials(reader: InputReader): InputCredentials {
  const refuse = (problem: string) => {
    reader.refuse(problem);
    return refusedCredentials;
  };
  const inputNames = ["username", "password", "token", "oauth-config"] as const;
  const [hasUsername, hasPassword, token, configuration] = inputNames.map((name) => reader.text(name));
  for (const name of inputNames) {
    const value = reader.text(name);
    const problem = value === undefined ? undefined : valueProblem(value);
    if (problem !== undefined) return refuse(`Input ${name} ${problem}.`);
  }
  const kindCount = [hasUsername ?? hasPassword, token, configuration].filter((text) => text !== undefined).length;
  if (kindCount !== 1)
    return refuse(
      `Credentials ${kindCount === 0 ? "are missing" : "of several kinds are given"}: set either username and password, or token, or oauth-config.`,
    );
  if (token !== undefined) {
    if (/^[\x21-\x7e]+$/.test(token)) return { kind: "token", token };
    return refuse(
      "Input token must be the bare token, without the word Bearer, blanks or characters outside of ASCII.",
    );
  }
  if (configuration !== undefined) {
    const { clientId, jwk, ...more } = parseObject(configuration) ?? {};
    if (typeof clientId === "string" && isObject(jwk))
      return { kind: "oauth", configuration: { ...more, clientId, jwk } };
    return refuse("Input oauth-config must be the service's OAuth configuration: the JSON text with clientId and jwk.");
  }
  if (hasUsername === undefined) return refuse("Input password needs the input username too.");
  if (hasPassword === undefined) return refuse("Input username needs the input password too.");
  const [username, password] = [reader.line("username"), reader.line("password")];
  if (username === undefined || password === undefined) return refusedCredentials;
  if (username.includes(":")) reader.refuse("Input username must not contain a colon: it is USERNAME-SERIAL.");
  return { kind: "basic", username, password };
}

/** The service's name in its request headers, which few services need. */
function readHeaderPrefix(reader: InputReader, env: Env): string | undefined {
  const text = env["ANALYTICS_HEADER_PREFIX"] || undefined;
  if (text === undefined || isHeaderPrefix(text)) return text;
  reader.refuse(
    "The variable ANALYTICS_HEADER_PREFIX must be the service's name in its headers, in letters, digits and hyphens: Vendor for X-Vendor-Api-...",
  );
  return undefined;
}

/** The secret members of a JSON Web Key: those of a private RSA or elliptic-curve key, and those of a symmetric key (RFC 7518). */
const privateMembers = ["d", "p", "q", "dp", "dq", "qi", "k"] as const;

/** GitHub hides a secret wherever it occurs, even by chance in a path or an id. That is likely for secrets shorter than this. */
const SHORT_SECRET = 6;

/**
 * Masks the secrets of credentials and the texts derived from them. The user name and the rest of an OAuth configuration are not masked:
 * they are not secret, and GitHub drops outputs with a masked text. The configuration is not masked as one text, since the runner would
 * mask each of its lines, even one with only a brace.
 */
export function maskCredentials(log: Log, credentials: InputCredentials): void {
  const secrets = secretsOf(credentials);
  for (const secret of secrets) log.mask(secret);
  if (secrets.some((secret) => secret.length < SHORT_SECRET)) {
    log.annotate(
      "warning",
      "A secret is so short that GitHub also hides it where it occurs by chance in paths, ids and outputs.",
    );
  }
}

function secretsOf(credentials: InputCredentials): readonly string[] {
  switch (credentials.kind) {
    case "basic": {
      const { username, password } = credentials;
      return [password, Buffer.from(`${username}:${password}`).toString("base64")];
    }
    case "token":
      return [credentials.token];
    case "oauth":
      return privateMembers
        .map((member) => credentials.configuration.jwk[member])
        .filter((value) => typeof value === "string");
  }
}
