#!/usr/bin/env node

import { writeFile } from "node:fs/promises";
import { messageOf } from "@analytics-engines/core/basics";
import { createCommand, readCommandLine } from "./command-line.ts";
import { defaultUser } from "./options.ts";
import { createSimulator } from "./simulator.ts";

const { port, oauthConfig, options } = readCommandLine(createCommand(), process.argv.slice(2));
const simulator = createSimulator(options);
const print = (line: string) => void process.stdout.write(`${line}\n`);

try {
  const { url, close } = await simulator.listen({ port });
  print(`Simulator listening on ${url}`);
  if (options.users === undefined) print(`User ${defaultUser.username}, password ${defaultUser.password}`);
  if (oauthConfig !== undefined) await writeOAuthConfiguration(url, oauthConfig);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void close());
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}

/** The file holds a private key, so only its owner may read it. */
async function writeOAuthConfiguration(url: string, file: string): Promise<void> {
  const text = JSON.stringify(await simulator.oauthConfiguration(options.publicOrigin ?? url), null, 2);
  if (file === "-") return print(text);
  await writeFile(file, `${text}\n`, { mode: 0o600 });
  print(`OAuth configuration written to ${file}`);
}
