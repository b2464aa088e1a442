// A keyring in a file, for the command: `node --import keyring.ts` puts it in the place of the module @napi-rs/keyring.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";

const file = process.env["TEST_KEYRING"] ?? "";

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "@napi-rs/keyring" ? { url: import.meta.url, shortCircuit: true } : next(specifier, context),
});

/** The variables with which the command has the keyring of a file, as the tests set them. */
export function keyringVariables(path: string) {
  return { TEST_KEYRING: path, NODE_OPTIONS: `--import ${import.meta.url}` };
}

type Entries = Record<string, readonly number[]>;

function readEntries(): Entries {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

function writeEntries(entries: Entries): void {
  writeFileSync(file, JSON.stringify(entries));
}

export class AsyncEntry {
  readonly #key: string;

  constructor(service: string, account: string) {
    this.#key = `${service} ${account}`;
  }

  async getSecret() {
    return readEntries()[this.#key] ?? null;
  }

  async setSecret(secret: Uint8Array) {
    writeEntries({ ...readEntries(), [this.#key]: [...secret] });
  }

  async deleteCredential() {
    const { [this.#key]: entry, ...others } = readEntries();
    writeEntries(others);
    return entry !== undefined;
  }
}
