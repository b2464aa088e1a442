import * as l10n from "@vscode/l10n";
import { UserError } from "../common/errors.ts";
import { type Credentials, type Destination, openCredentials, sealCredentials } from "./credentials.ts";

/** VS Code's SecretStorage, as far as it is used. */
export interface Secrets {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

/** The credentials of connections, by id. */
export interface SecretStore {
  load(id: string, destination: Destination): Promise<Credentials | "missing" | "other">;
  /** @throws UserError where the system keeps no secrets */
  save(id: string, destination: Destination, credentials: Credentials): Promise<void>;
  remove(id: string): Promise<void>;
}

const key = (id: string) => `connection:${id}`;

export function createSecretStore(secrets: Secrets): SecretStore {
  return {
    load: async (id, destination) => openCredentials(await keyring(() => secrets.get(key(id))), destination),
    async save(id, destination, credentials) {
      const text = sealCredentials(credentials, destination);
      await keyring(() => secrets.store(key(id), text));
      // A keyring that is locked or missing may take a secret and not have it afterwards.
      if ((await keyring(() => secrets.get(key(id)))) !== text) throw noKeyring();
    },
    remove: async (id) => keyring(() => secrets.delete(key(id))),
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
      "The system's keyring is missing or locked{0}, so credentials cannot be kept. Unlock or install one (on Linux: gnome-keyring or KWallet), then try again.",
      reason,
    ),
    { cause },
  );
}
