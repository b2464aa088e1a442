import { randomBytes } from "node:crypto";
import { UserError } from "@analytics-engines/runs/host";
import * as l10n from "@vscode/l10n";
import type { SecretStorage } from "vscode";
import { KEY_BYTES } from "./encrypt.ts";

/** The name of the key in the keyring. In earlier versions all workspaces shared the key of this name. */
const KEY_NAME = "history.key";

type Keyring = Pick<SecretStorage, "get" | "store" | "delete" | "onDidChange">;

/** The key that encrypts the runs of a workspace. */
export type HistoryKey = ReturnType<typeof createHistoryKey>;

/**
 * The keyring keeps the key, and a window reads it once.
 * @param workspace names the workspace: each has a key of its own, which can be deleted
 */
export function createHistoryKey(secrets: Keyring, workspace: string) {
  const name = `${KEY_NAME}:${workspace}`;
  let reading: Promise<Uint8Array> | undefined;
  /** The key if this window made it. */
  let newKey: string | undefined;
  const find = async (of: string) => {
    const text = await secrets.get(of);
    return text !== undefined && Buffer.from(text, "base64").length === KEY_BYTES ? text : undefined;
  };

  async function load(): Promise<Uint8Array> {
    if ((await find(name)) === undefined) {
      const earlier = await find(KEY_NAME);
      newKey = earlier === undefined ? randomBytes(KEY_BYTES).toString("base64") : undefined;
      await secrets.store(name, newKey ?? earlier ?? "");
    }
    // Read again: if two windows make a key at the same time, the stored one counts.
    const storedKey = await find(name);
    if (storedKey === undefined)
      throw new UserError(
        l10n.t("The system's keyring did not keep the key of the history. Unlock it, then try again."),
      );
    if (storedKey !== newKey) newKey = undefined;
    return Buffer.from(storedKey, "base64");
  }

  // Another window may delete the key.
  secrets.onDidChange(({ key }) => {
    if (key === name) reading = undefined;
  });
  const read = () => {
    const promise = reading ?? load();
    reading = promise;
    promise.catch(() => {
      if (reading === promise) reading = undefined;
    });
    return promise;
  };
  return {
    read,
    /**
     * Whether the keyring had the key before this window. Some keyrings lose a new key when VS Code ends, and the service gives a result only once,
     * so results are encrypted only with a key that has outlasted a window.
     */
    async isLasting(): Promise<boolean> {
      await read();
      return newKey === undefined;
    },
    /** Deletes the key. What it encrypted can no longer be read. */
    async forget(): Promise<void> {
      await secrets.delete(name);
      reading = undefined;
    },
  };
}
