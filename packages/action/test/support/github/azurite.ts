import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import path from "node:path";
import { childEnvironment } from "../../../../../.ci/tests/child-environment.ts";

/** The blob emulator, on loopback, with everything in memory. */
export interface Azurite extends AsyncDisposable {
  readonly url: string;
  readonly account: string;
  readonly key: string;
}

/** Starts it on a free port; resolves when it listens. */
export async function startAzurite(): Promise<Azurite> {
  const packageFile = createRequire(import.meta.url).resolve("azurite/package.json");
  const main = path.join(path.dirname(packageFile), "dist/src/blob/main.js");
  const account = "loopback";
  const key = randomBytes(64).toString("base64");
  const options = [
    "--silent",
    "--inMemoryPersistence",
    "--skipApiVersionCheck",
    "--disableTelemetry",
    "--blobHost",
    "127.0.0.1",
    "--blobPort",
    "0",
  ];
  const child = spawn(process.execPath, [main, ...options], {
    env: { PATH: process.env["PATH"], ...childEnvironment(), AZURITE_ACCOUNTS: `${account}:${key}` },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const port = await new Promise<string>((resolve, reject) => {
    let output = "";
    void exited.then((code) => reject(new Error(`The blob emulator ended with code ${code}: ${output}`)));
    child.stdout.on("data", (data) => {
      output += data;
      const listening = /listens on http:\/\/127\.0\.0\.1:(\d+)/.exec(output);
      if (listening?.[1] !== undefined) resolve(listening[1]);
    });
  });
  return {
    url: `http://127.0.0.1:${port}/${account}`,
    account,
    key,
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited;
    },
  };
}
