import { randomBytes } from "node:crypto";
import { keyBytes } from "./encrypt.ts";

/** What is needed of SecretStorage. */
export interface KeyStore {
  get(name: string): PromiseLike<string | undefined>;
  store(name: string, value: string): PromiseLike<void>;
}

const name = "history.key";

/** The key of the history: made once, kept in the keyring, asked for once a window. */
export function historyKey(secrets: KeyStore): () => Promise<Uint8Array> {
  let key: Promise<Uint8Array> | undefined;
  return () => {
    key ??= load(secrets);
    key.catch(() => {
      key = undefined;
    });
    return key;
  };
}

async function load(secrets: KeyStore): Promise<Uint8Array> {
  const known = Buffer.from((await secrets.get(name)) ?? "", "base64");
  if (known.length === keyBytes) return known;
  await secrets.store(name, randomBytes(keyBytes).toString("base64"));
  // Not the one made here: another window may have made one at the same time, and one of them stays.
  const kept = Buffer.from((await secrets.get(name)) ?? "", "base64");
  if (kept.length !== keyBytes) throw new Error("The keyring of this machine did not keep the key of the history.");
  return kept;
}
