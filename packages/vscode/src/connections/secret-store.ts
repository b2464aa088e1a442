import { UserError } from "@analytics-engines/runs/host";
import * as l10n from "@vscode/l10n";
import { type Destination, parseCredentials, type StoredCredentials, serializeCredentials } from "./credentials.ts";

/** The credentials of connections, by id. */
export type SecretStore = ReturnType<typeof createSecretStore>;

/** The part of VS Code's secret storage that is used. */
interface Keyring {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

const key = (id: string) => `connection:${id}`;

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
