#!/usr/bin/env node
import { runCommandLine } from "./command.ts";
import { exitCodeOfSignal } from "./terminal/output.ts";

// The first process of a container ignores a signal without a listener. A command that ends its work first has its own.
process.on("SIGINT", (name) => {
  if (process.listenerCount(name) === 1) process.exit(exitCodeOfSignal(name));
});

await runCommandLine();
