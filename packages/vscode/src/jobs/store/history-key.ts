import { randomBytes } from "node:crypto";
import { UserError } from "@analytics-engines/runs/user-error";
import * as l10n from "@vscode/l10n";
import type { SecretStorage } from "vscode";
import { keyBytes } from "./encrypt.ts";

/** The name of the key in the keyring. In earlier versions all workspaces shared the key of this name. */
const baseName = "history.key";

type Keyring = Pick<SecretStorage, "get" | "store" | "delete" | "onDidChange">;

/** The key that encrypts the runs of a workspace. */
export type HistoryKey = ReturnType<typeof createHistoryKey>;

/**
 * The keyring keeps the key, and a window reads it once.
 * @param workspace names the workspace: each has a key of its own, which can be deleted
 */
export function createHistoryKey(secrets: Keyring, workspace: string) {
  const name = `${baseName}:${workspace}`;
  let reading: Promise<Uint8Array> | undefined;
  /** The key if this window made it. */
  let made: string | undefined;
  const find = async (of: string) => {
    const text = await secrets.get(of);
    return text !== undefined && Buffer.from(text, "base64").length === keyBytes ? text : undefined;
  };

  async function load(): Promise<Uint8Array> {
    if ((await find(name)) === undefined) {
      const earlier = await find(baseName);
      made = earlier === undefined ? randomBytes(keyBytes).toString("base64") : undefined;
      await secrets.store(name, made ?? earlier ?? "");
    }
    // Read again: if two windows make a key at the same time, the stored one counts.
    const kept = await find(name);
    if (kept === undefined)
      throw new UserError(
        l10n.t("The system's keyring did not keep the key of the history. Unlock it, then try again."),
      );
    if (kept !== made) made = undefined;
    return Buffer.from(kept, "base64");
  }

  // Another window may delete the key.
  secrets.onDidChange(({ key }) => {
    if (key === name) reading = undefined;
  });
  const read = () => {
    const begun = reading ?? load();
    reading = begun;
    begun.catch(() => {
      if (reading === begun) reading = undefined;
    });
    return begun;
  };
  return {
    read,
    /**
     * Whether the keyring had the key before this window. Some keyrings lose a new key when VS Code ends, and the service gives a result only once,
     * so results are encrypted only with a key that has outlasted a window.
     */
    async isLasting(): Promise<boolean> {
      await read();
      return made === undefined;
    },
    /** Deletes the key. What it encrypted can no longer be read. */
    async forget(): Promise<void> {
      await secrets.delete(name);
      reading = undefined;
    },
  };
}
