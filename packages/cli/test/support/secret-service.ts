import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";

const DAEMON = "/usr/bin/gnome-keyring-daemon";
const BUS = "/usr/bin/dbus-daemon";

/** Whether a Secret Service can be started here; installs Debian's packages once. */
export function ensureSecretService(): boolean {
  if (process.platform !== "linux") return false;
  const isThere = () => existsSync(DAEMON) && existsSync(BUS);
  if (isThere()) return true;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    process.stderr.write("Setting up: installing GNOME Keyring from Debian's packages (once)\n");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    for (const args of ["update -qq", "install -y -qq --no-install-recommends gnome-keyring dbus dbus-bin"])
      spawnSync("apt-get", args.split(" "), { env, stdio: "ignore" });
    if (isThere()) return true;
  }
  process.stderr.write("Skipped: there is no gnome-keyring-daemon, and no way to install it\n");
  return false;
}

/** Starts a D-Bus session with an unlocked Secret Service, whose files are in a folder. */
export async function startSecretService(folder: string) {
  const runtime = path.join(folder, "runtime");
  mkdirSync(runtime, { mode: 0o700 });
  const home = { HOME: folder, XDG_RUNTIME_DIR: runtime, PATH: process.env["PATH"] ?? "" };
  const session = spawn(BUS, ["--session", "--nofork", "--print-address"], {
    env: home,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [address] = await once(session.stdout, "data");
  const env = { ...home, DBUS_SESSION_BUS_ADDRESS: String(address).trim() };
  // It goes to the background, and serves a moment later.
  execFileSync(DAEMON, ["--unlock", "--components=secrets"], {
    env,
    input: "password of the keyring",
    stdio: ["pipe", "ignore", "ignore"],
  });
  const ask = (destination: string, object: string, ...method: readonly string[]) =>
    execFileSync("dbus-send", ["--session", "--print-reply", `--dest=${destination}`, object, ...method], {
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  const daemonId = await untilServed(() =>
    ask(
      "org.freedesktop.DBus",
      "/",
      "org.freedesktop.DBus.GetConnectionUnixProcessID",
      "string:org.freedesktop.secrets",
    ),
  );
  return {
    env,
    /** Locks the keyring, as the screen lock of a desktop does. */
    lock() {
      const object = "/org/freedesktop/secrets";
      const keyring = `array:objpath:${object}/collection/login`;
      ask("org.freedesktop.secrets", object, "org.freedesktop.Secret.Service.Lock", keyring);
    },
    async [Symbol.asyncDispose]() {
      process.kill(daemonId, "SIGKILL");
      session.kill("SIGKILL");
      await once(session, "exit");
    },
  };
}

/** The id of the process that owns the name of the Secret Service, as soon as one does. */
async function untilServed(askOwner: () => string): Promise<number> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    try {
      return Number(/uint32 (\d+)/.exec(askOwner())?.[1]);
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise(setImmediate);
    }
  }
}
