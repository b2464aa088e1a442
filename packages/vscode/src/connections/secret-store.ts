import { parseObject } from "@analytics-engines/core/basics";
import { UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import * as z from "zod/mini";
import type { ConnectionInfo } from "./types.ts";

/** The part of VS Code's secret storage that is used. */
interface Keyring {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

const key = (id: string) => `connection:${id}`;

/** The credentials of connections, by id. */
export function createSecretStore(secrets: Keyring) {
  return {
    load: async (id: string, destination: Destination) =>
      parseCredentials(await keyring(() => secrets.get(key(id))), destination),
    /** @throws UserError if the system cannot store secrets */
    async save(id: string, destination: Destination, credentials: StoredCredentials): Promise<void> {
      const text = serializeCredentials(credentials, destination);
      await keyring(() => secrets.store(key(id), text));
      // A locked or missing keyring may accept a secret without keeping it.
      if ((await keyring(() => secrets.get(key(id)))) !== text) throw noKeyring();
    },
    remove: async (id: string): Promise<void> => keyring(() => secrets.delete(key(id))),
  };
}

async function keyring<T>(use: () => PromiseLike<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    throw noKeyring(error);
  }
}

function noKeyring(cause?: unknown): UserError {
  const reason = cause instanceof Error ? ` (${cause.message})` : "";
  return new UserError(
    l10n.t(
      "The system's keyring is missing or locked{0}, so it cannot store credentials. Unlock or install one (on Linux: gnome-keyring or KWallet), then try again.",
      reason,
    ),
    { cause },
  );
}

/** The credentials of a user. SecretStorage and the memory of the client hold them, and nothing else does. */
const storedCredentials = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("basic"), username: z.string(), password: z.string() }),
  z.object({ kind: z.literal("token"), token: z.string() }),
  z.object({
    kind: z.literal("oauth"),
    /** The content of the configuration file, which includes its private key. */
    configuration: z.string(),
    /** The address of the discovery document, if the configuration contains none. */
    wellKnownUri: z.exactOptional(z.string()),
  }),
]);
export type StoredCredentials = Readonly<z.infer<typeof storedCredentials>>;

/** Where credentials may be sent. The settings of an untrusted folder must not send them to another address. */
export type Destination = Pick<ConnectionInfo, "baseUrl" | "auth">;

/** Converts credentials to the text in SecretStorage, with the origin that they belong to. */
export function serializeCredentials(credentials: StoredCredentials, { baseUrl }: Destination): string {
  return JSON.stringify({ origin: new URL(baseUrl).origin, ...credentials });
}

/** Reads the credentials for a destination: `missing` if none are stored, `other` if they belong to another origin or kind. */
export function parseCredentials(
  text: string | undefined,
  { baseUrl, auth }: Destination,
): StoredCredentials | "missing" | "other" {
  if (text === undefined) return "missing";
  const stored = parseObject(text) ?? {};
  if (!URL.canParse(baseUrl) || stored["origin"] !== new URL(baseUrl).origin || stored["kind"] !== auth) return "other";
  return storedCredentials.safeParse(stored).data ?? "missing";
}
