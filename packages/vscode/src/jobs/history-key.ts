import { randomBytes } from "node:crypto";
import type { SecretStorage } from "vscode";
import { lazily } from "../common/lazy.ts";
import { keyBytes } from "./encrypt.ts";

const name = "history.key";

/** The key that encrypts the history. The keyring keeps it, and a window reads it once. */
export function historyKey(secrets: Pick<SecretStorage, "get" | "store">): () => Promise<Uint8Array> {
  const read = async () => Buffer.from((await secrets.get(name)) ?? "", "base64");
  return lazily(async () => {
    const known = await read();
    if (known.length === keyBytes) return known;
    await secrets.store(name, randomBytes(keyBytes).toString("base64"));
    // Read again: if two windows create a key at the same time, the stored one counts.
    const kept = await read();
    if (kept.length !== keyBytes) throw new Error("The keyring of this machine did not keep the key of the history.");
    return kept;
  });
}
