import { messageOf } from "@analytics-engines/core/basics";
import { hasCode } from "@analytics-engines/runs/progress";
import { DEFAULT_PROFILE, type Keyring, KeyringError } from "@analytics-engines/runs/run";
import type * as keyring from "@napi-rs/keyring";

/** The name of the entries of this project in the keyring; each has the name of its profile as the account. */
const SERVICE = "analytics-engines";

/**
 * Opens the system's keyring: Keychain, Credential Manager or Secret Service. Its module is loaded only here, because it has machine code.
 * @throws KeyringError where there is none, or the module for it is not installed
 */
export async function openKeyring(): Promise<Keyring> {
  const { AsyncEntry } = await loadModule();
  // Without this option the module would use the memory of Linux where no Secret Service is, and lose credentials as the machine stops.
  const open = (name: string) => new AsyncEntry(SERVICE, name, { linux: { store: "secret-service" } });
  await use(async () => open(DEFAULT_PROFILE));
  return {
    async read(name) {
      // As bytes, of which Windows takes twice as many as of a text.
      const bytes = await use(() => open(name).getSecret());
      return bytes ? Buffer.from(bytes).toString("utf8") : undefined;
    },
    write: (name, text) => use(() => open(name).setSecret(Buffer.from(text))),
    remove: (name) => use(() => open(name).deleteCredential()),
  };
}

async function loadModule(): Promise<typeof keyring> {
  try {
    return await import("@napi-rs/keyring");
  } catch (cause) {
    // The executable has only modules of Node.
    const reason = hasCode(cause, "ERR_UNKNOWN_BUILTIN_MODULE")
      ? "the executable has no machine code for it, which the command of npm has"
      : "the module @napi-rs/keyring, or its part for this system, is not installed";
    throw new KeyringError(reason, { cause });
  }
}

async function use<Value>(act: () => Promise<Value>): Promise<Value> {
  try {
    return await act();
  } catch (cause) {
    throw new KeyringError(reasonOf(messageOf(cause)), { cause });
  }
}

/** Names the usual causes on Linux, whose own texts are about libraries. */
function reasonOf(message: string): string {
  if (/unlock prompt/.test(message)) return "it is locked, and nobody unlocked it";
  if (/DBus/.test(message)) return "no Secret Service answers on the D-Bus of this session";
  return message.replace(/\.$/, "");
}
